# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""How pip makes a wheel of the module (PEP 517): CMake builds the core and the extension module, which are put into the wheel
with the files of the package. It needs no other package of Python, so that ``pip install ./python`` fetches nothing.

JOUNCE_BUILD names the folder of a build of the core (cmake -DJOUNCE_CORE=ON) to take; otherwise one is made in python/build.
"""
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(here)
core = "_core.pyd" if os.name == "nt" else "_core.abi3.so"
engines = ["fmu.bin", "fmu_windows.bin"]  # binaries of FMUs, under names that Python does not take for a module
files = sorted(f for f in os.listdir(os.path.join(here, "jounce")) if f.endswith((".py", ".pyi", ".typed")))


def _version():
    with open(os.path.join(root, "include", "jounce", "base.h"), encoding="utf-8") as file:
        return re.search(r'JN_VERSION_TEXT "([^"]*)"', file.read()).group(1)


def _tag():
    return "cp311-abi3-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _run(*words):
    if subprocess.run(words).returncode != 0:
        raise SystemExit(f"this failed: {' '.join(words)}")


def _build():
    """The extension module, of a build that is there or of one that is made."""
    folder = os.environ.get("JOUNCE_BUILD")
    if not folder:
        folder = os.path.join(here, "build")
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        include = sysconfig.get_path("include")
        headers = [f"-DJOUNCE_PYTHON_INCLUDE={include}"] if os.path.exists(os.path.join(include, "Python.h")) else []
        library = os.path.join(sys.base_prefix, "libs", "python3.lib")
        if os.name != "nt" and shutil.which("x86_64-w64-mingw32-gcc"):
            headers.append("-DJOUNCE_FMU_WINDOWS=ON")
        if os.name == "nt":
            headers.append(f"-DJOUNCE_PYTHON_LIBRARY={library}")
        _run("cmake", "-S", root, "-B", folder, *generator, "-DCMAKE_BUILD_TYPE=Release", "-DJOUNCE_CORE=ON",
             "-DJOUNCE_TESTS=OFF", "-DJOUNCE_BENCH=OFF", *headers)
    _run("cmake", "--build", folder, "--target", "jounce_python", "jounce_fmu", "--parallel", str(os.cpu_count() or 1))
    module = os.path.join(folder, "python", "jounce", core)
    if not os.path.exists(module):
        raise SystemExit("the extension module was not built; it needs Python's headers (Debian: python3-dev)")
    return module


def _metadata():
    return (f"Metadata-Version: 2.1\nName: jounce\nVersion: {_version()}\n"
            "Summary: Mechanisms, machines and vehicles: constrained multibody dynamics\n"
            "License: BSD-3-Clause\nRequires-Python: >=3.11\n")


class _Wheel:
    """A zip archive with the list of its files."""

    def __init__(self, path, info):
        self.archive, self.info, self.record = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED), info, []

    def add(self, name, data):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}")
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        self.archive.writestr(entry, data)

    def add_file(self, name, path):
        with open(path, "rb") as file:
            self.add(name, file.read())

    def close(self):
        record = f"{self.info}/RECORD"
        self.archive.writestr(zipfile.ZipInfo(record, (1980, 1, 1, 0, 0, 0)), "\n".join(self.record + [f"{record},,", ""]))
        self.archive.close()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    module = _build()
    name, info = f"jounce-{_version()}-{_tag()}.whl", f"jounce-{_version()}.dist-info"
    wheel = _Wheel(os.path.join(wheel_directory, name), info)
    for file in files:
        wheel.add_file(f"jounce/{file}", os.path.join(here, "jounce", file))
    wheel.add_file(f"jounce/{core}", module)
    for engine in engines:
        if os.path.exists(os.path.join(os.path.dirname(module), engine)):
            wheel.add_file(f"jounce/{engine}", os.path.join(os.path.dirname(module), engine))
    wheel.add_file(f"{info}/LICENSE", os.path.join(root, "LICENSE"))
    wheel.add(f"{info}/METADATA", _metadata().encode())
    wheel.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: jounce\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode())
    wheel.close()
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("the module is built in the tree of the project: pip install ./python")
