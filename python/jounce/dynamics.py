# SPDX-FileCopyrightText: Jounce contributors
# SPDX-License-Identifier: BSD-3-Clause
"""The equations of motion at one state: matrices, Jacobians, forward and inverse dynamics."""
from __future__ import annotations

from typing import Any, Mapping

from . import _core
from .arrays import doubles, view
from .errors import no_such
from .state import Session, State


def _numbers(state: Any) -> Any:
    if isinstance(state, Session):
        return state._state
    return doubles(state.values if isinstance(state, State) else state, "the state")


def _point(point: Any) -> Any:
    return None if point is None else doubles(point, "the point")


class Dynamics(_core.Dynamics):
    """The equations of motion at a state: made by :meth:`Model.dynamics` or :meth:`Session.dynamics`.

    ``M vdot + G' lambda + bias = tau``, ``G v = nu``, ``G vdot = gamma``: ``tau`` are generalised forces of the caller, one for
    each of the ``speeds`` v; ``bias`` contains all other forces (gravity, springs, inputs, terms quadratic in the speeds) with
    the opposite sign; the constraint forces are ``-G' lambda``. With the independent speeds vi, some of v:
    ``v = B vi + c``, ``vdot = B vidot + e``, ``Mi vidot + biasi = B' tau``.

    Arrays are views of memory of this object, which they keep alive; the property that is read after :meth:`at` overwrites
    the numbers that it has returned before. Copy what must stay. SI units.

    >>> import jounce
    >>> d = jounce.Model(jounce.examples.cart_pole).dynamics()
    >>> d.speeds, d.speed_units
    (('joint.rail.displacement_rate', 'joint.hinge.angle_rate'), ('m/s', 'rad/s'))
    >>> round(d.M.tolist()[0][0], 12)  # both masses
    1.2
    >>> vdot = d.accelerations(u=[3.0])
    >>> abs(d.inverse(vdot)[0]) < 1e-12  # the push is in the bias
    True
    >>> J = d.jacobian("pole.P")
    >>> J.shape, [round(x, 12) for x in J.tolist()[0]]
    ((3, 2), [1.0, 0.0])
    """

    __slots__ = ()

    def __new__(cls, model: _core.Model | None, state: Any, independent: list[str], release_drivers: bool,
                release_contacts: bool, choices: dict[str, Any]):
        source = state if state is None or isinstance(state, Session) else _numbers(state)
        return super().__new__(cls, model, source, independent, release_drivers, release_contacts, choices)

    def __init__(self, *args: Any, **keywords: Any):
        pass

    def at(self, state: Any) -> Dynamics:
        """Takes another state: numbers as in ``state``, a :class:`State`, or the present state of a session. Returns itself.

        >>> import jounce
        >>> m = jounce.Model(jounce.examples.pendulum)
        >>> d, s = m.dynamics(), m.start()
        >>> s.step_to(0.2)
        True
        >>> d.at(s).kinetic > 0, abs(d.kinetic + d.potential) < 1e-6
        (True, True)
        """
        self._at(_numbers(state))
        return self

    def set_inputs(self, u: Any = None) -> None:
        """Holds the inputs of the model at values, which stay for later states: a sequence in the order of ``Model.inputs``, or
        a dictionary of all of them. None releases them to the functions of the model.
        """
        self._set_inputs(None if u is None else self._inputs(u))

    def _inputs(self, u: Any) -> Any:
        if not isinstance(u, Mapping):
            return doubles(u, "the inputs")
        for name in u:
            if name not in self.inputs:
                raise KeyError(no_such("input", name, self.inputs))
        return doubles([float(u.get(name, "nan")) for name in self.inputs])

    def close(self, state: Any) -> Any:
        """Returns a state that satisfies the constraints: its independent coordinates and speeds are those of ``state``, the
        dependent ones are solved by Newton's method.
        """
        return view(self._close(_numbers(state)))

    # ---- matrices

    @property
    def state(self) -> Any:
        """The present state: time, coordinates, speeds, auxiliary and discrete states."""
        return view(self._state)

    @property
    def v(self) -> Any:
        """The speeds of the present state."""
        nq, nv, _, _ = self._sizes
        return self.state[1 + nq:1 + nq + nv]

    @property
    def q(self) -> Any:
        """The coordinates of the present state."""
        return self.state[1:1 + self._sizes[0]]

    @property
    def M(self) -> Any:
        """Mass matrix, nv x nv."""
        return view(self._M)

    @property
    def bias(self) -> Any:
        """The forces that act without tau, with the opposite sign: ``M vdot + G' lambda + bias = tau``."""
        return view(self._bias)

    @property
    def G(self) -> Any:
        """Constraint Jacobian: one row for each of ``constraints``."""
        return view(self._G)

    @property
    def Gdot(self) -> Any:
        """Rate of the constraint Jacobian."""
        return view(self._Gdot)

    @property
    def phi(self) -> Any:
        """Residuals of the constraint equations of position; 0 for those of velocity."""
        return view(self._phi)

    @property
    def nu(self) -> Any:
        """Right side of ``G v = nu``: not zero where drivers prescribe a motion."""
        return view(self._nu)

    @property
    def gamma(self) -> Any:
        """Right side of ``G vdot = gamma``."""
        return view(self._gamma)

    @property
    def B(self) -> Any:
        """Basis of the motion that the constraints allow: ``v = B vi + c``; one column for each of ``independent``."""
        return view(self._B)

    @property
    def c(self) -> Any:
        """``v - B vi``: the part of the speeds that drivers prescribe."""
        return view(self._c)

    @property
    def e(self) -> Any:
        """``vdot - B vidot``."""
        return view(self._e)

    @property
    def Mi(self) -> Any:
        """Mass matrix of the independent speeds, ``B' M B``: that of the whole mechanism, loops included."""
        return view(self._Mi)

    @property
    def biasi(self) -> Any:
        """``B' (M e + bias)``: ``Mi vidot + biasi = B' tau``."""
        return view(self._biasi)

    # ---- forward and inverse dynamics

    def accelerations(self, u: Any = None, tau: Any = None) -> Any:
        """Returns vdot for values ``u`` of the inputs, which stay held (:meth:`set_inputs`), and generalised forces ``tau``."""
        if u is not None:
            self.set_inputs(u)
        return view(self._accelerations(None if tau is None else doubles(tau, "tau"))[0])

    def multipliers(self, u: Any = None, tau: Any = None) -> Any:
        """Returns lambda of the same motion, one for each of ``constraints``; 0 for redundant ones."""
        if u is not None:
            self.set_inputs(u)
        return view(self._accelerations(None if tau is None else doubles(tau, "tau"))[1])

    def inverse(self, vdot: Any) -> Any:
        """Returns ``tau = M vdot + bias``: with these forces on all speeds there are no constraint forces."""
        return view(self._inverse(doubles(vdot, "vdot")))

    def inverse_independent(self, vidot: Any) -> Any:
        """Returns ``Mi vidot + biasi``: forces on the independent speeds alone, such as motor torques, for these accelerations.

        >>> import jounce
        >>> d = jounce.Model(jounce.examples.pendulum).dynamics()
        >>> round(d.inverse_independent([0.0])[0], 6)  # holds 2 kg, 0.5 m from the hinge
        9.81
        """
        return view(self._inverse_independent(doubles(vidot, "vidot")))

    # ---- points and frames

    def pose(self, frame: str, point: Any = None) -> tuple[Any, Any]:
        """Returns position (m) and quaternion (w, x, y, z) of a point or frame, ``"crank.A"``, or of a body, ``"crank"``.
        ``point`` is another point, in the axes of this frame, m.
        """
        pose = view(self._pose(frame, _point(point)))
        return pose[:3], pose[3:]

    def velocity(self, frame: str, point: Any = None) -> Any:
        """Returns the velocity of a point (m/s) and the angular velocity of its body (rad/s) in ground axes, 6 numbers; in the
        plane 3: x, y, rotation.
        """
        return view(self._velocity(frame, _point(point)))

    def acceleration(self, frame: str, vdot: Any = None, point: Any = None) -> Any:
        """Returns the acceleration for vdot; without it the term ``Jdot v``."""
        return view(self._acceleration(frame, _point(point), None if vdot is None else doubles(vdot, "vdot")))

    def jacobian(self, frame: str, independent: bool = False, point: Any = None) -> Any:
        """Returns J with ``velocity = J v``; or ``J B``, the Jacobian in the independent speeds."""
        return view(self._jacobian(frame, _point(point), independent))

    # ---- the whole mechanism

    @property
    def com(self) -> Any:
        """Centre of mass of all bodies, m."""
        return view(self._com)

    @property
    def com_velocity(self) -> Any:
        """Its velocity, m/s."""
        return view(self._com_velocity)

    @property
    def com_jacobian(self) -> Any:
        """J with ``com_velocity = J v``."""
        return view(self._com_jacobian)

    def momentum(self, about: Any = None) -> tuple[Any, Any]:
        """Returns the momentum, kg m/s, and the angular momentum about a point or, without one, the centre of mass, kg m^2/s."""
        linear, angular = self._momentum(None if about is None else doubles(about, "about"))
        return view(linear), view(angular)

    # ---- names

    @property
    def outputs(self) -> Any:
        """Values of the outputs of the model at this state, in the order of ``output_names``."""
        return view(self._outputs)

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs, in the order of ``u``; their units are those in which the model uses them."""
        return self._input_names

    def __reduce__(self):
        raise TypeError("dynamics cannot be pickled: Model.dynamics makes them anew from a state")

    def __repr__(self) -> str:
        return (f"<jounce.Dynamics in {self.coordinates} coordinates: {len(self.speeds)} speeds, {len(self.independent)} independent, "
                f"{len(self.constraints)} constraints>")
