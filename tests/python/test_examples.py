# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The scripts of python/examples run, and tell what they found."""
import glob
import os
import subprocess
import sys
import tempfile
import unittest

import common


class Examples(unittest.TestCase):
    def test_all(self):
        scripts = sorted(glob.glob(os.path.join(common.ROOT, "python", "examples", "*.py")))
        self.assertGreaterEqual(len(scripts), 4)
        for script in scripts:
            with self.subTest(os.path.basename(script)), tempfile.TemporaryDirectory() as folder:
                os.symlink(os.path.join(common.ROOT, "models"), os.path.join(folder, "models"))
                done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True, timeout=120)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout.strip())


if __name__ == "__main__":
    unittest.main()
