// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driver.js - converts controls to inputs of the model, with limited rates. The backward pedal brakes, and then
// reverses; full steering is available only at low speed. Time is simulated time, so that a slow computer changes
// nothing.

/** Controls from keys, gamepads, mouse and touch together. Steering and turret are positive to the left. */
export const IDLE = { go: 0, back: 0, steer: 0, straight: false, hand: 0, turn: 0, lift: 0 };

const RATES = { press: 2.5, release: 5, brake: 4, hand: 8, steer: 1.6, straight: 6 }; // of the full range, per second
const EASE = 6; // m/s, speed at which half of the steering range is left
const STANDS = 0.4; // m/s, standstill
const HOLD = 0.4; // brake pedal at standstill until the user accelerates
const TURRET = { turn: 0.6, lift: 0.35 }; // rad/s
const FINE = 1024; // resolution of an input: keeps records short

const toward = (x, goal, most) => x + Math.min(Math.max(goal - x, -most), most);
const clamp = (x, { least, most }) => Math.min(Math.max(x, least), most);
const round = (x) => Math.round(x * FINE) / FINE + 0;

export class Driver {
  /**
   * @param {ReturnType<import("./roles.js").rolesOf>["roles"]} roles
   * @param {boolean} eased smaller steering range at speed, for tyres
   */
  constructor(roles, eased) {
    this.roles = roles;
    this.eased = eased;
    this.reset();
  }

  /** Resets to the start, with the brake applied at standstill. @param {number} speed forward, m/s */
  reset(speed = 0) {
    const brake = this.roles.brake && Math.abs(speed) < STANDS ? HOLD : 0;
    Object.assign(this, { steer: 0, throttle: 0, brake, parking: 0, angle: 0, lift: 0 });
    this.direction = 1;
    this.manual = null; // gear that was chosen by hand
    this.low = false;
  }

  get canReverse() {
    return "gear" in this.roles ? this.roles.gear.least < 0 : (this.roles.throttle?.least ?? 0) < 0;
  }

  /** Shifts by hand. @param {number} now current gear */
  shift(step, now) {
    if (!this.roles.gear) return;
    const from = this.manual ?? (this.direction < 0 ? -1 : Math.max(now, 1));
    this.manual = clamp(from + step, this.roles.gear);
  }

  /** Automatic or by hand. */
  toggleManual(now) {
    if (this.manual === null) this.shift(0, now);
    else (this.direction = this.manual < 0 ? -1 : 1), (this.manual = null);
  }

  neutral() {
    if (this.roles.gear) this.manual = this.manual === 0 ? 1 : 0;
  }

  /**
   * Advances by dt seconds.
   * @param {number} speed forward, m/s
   * @param {typeof IDLE} pressed
   * @param {number} gear current gear; NaN: unknown
   */
  step(dt, speed, pressed, gear = NaN) {
    this.turnWheel(dt, speed, pressed);
    this.pedals(dt, speed, pressed, gear);
    this.parking = toward(this.parking, pressed.hand, RATES.hand * dt);
    this.angle += TURRET.turn * pressed.turn * dt;
    this.lift += TURRET.lift * pressed.lift * dt;
    if (this.roles.turret_angle) this.angle = clamp(this.angle, this.roles.turret_angle);
    if (this.roles.elevation) this.lift = clamp(this.lift, this.roles.elevation);
  }

  /** Steers; without input the wheels return to the middle, faster at higher speed. */
  turnWheel(dt, speed, { steer, straight }) {
    const lock = this.eased ? 1 / (1 + (speed / EASE) ** 2) : 1;
    const returns = Math.abs(steer) < Math.abs(this.steer / lock) || steer * this.steer < 0;
    const rate = straight ? RATES.straight : RATES.steer + (returns ? 0.12 * Math.abs(speed) : 0);
    this.steer = toward(this.steer, steer * lock, rate * dt * (straight ? lock : 1));
  }

  pedals(dt, speed, { go, back }, gear) {
    this.turnRound(speed, go, back);
    const [ahead, against] = this.manual !== null || this.direction > 0 ? [go, back] : [back, go];
    const goal = { throttle: ahead, brake: against };
    if (this.manual === null) this.assist(goal, speed, gear);
    const rate = (now, to, press) => (to > now ? press : RATES.release) * dt;
    this.throttle = toward(this.throttle, goal.throttle, rate(this.throttle, goal.throttle, RATES.press));
    this.brake = toward(this.brake, goal.brake, rate(this.brake, goal.brake, RATES.brake));
  }

  /**
   * Holds at standstill until the user accelerates; no throttle while the vehicle rolls backwards or the wrong gear is
   * engaged.
   */
  assist(goal, speed, gear) {
    const slow = Math.abs(speed) < STANDS;
    const waits = this.roles.gear && Number.isFinite(gear) && Math.sign(gear) !== this.direction && Math.abs(speed) < 2;
    const hold = waits || (slow && goal.throttle === 0);
    goal.brake = Math.max(goal.brake, hold ? HOLD : 0);
    if (speed * this.direction < -STANDS) goal.brake = Math.max(goal.brake, goal.throttle);
    if (waits || speed * this.direction < -STANDS) goal.throttle = 0;
  }

  /** Selects reverse if the backward pedal is pressed at standstill. */
  turnRound(speed, go, back) {
    if (this.manual !== null || !this.canReverse) return;
    const stands = Math.abs(speed) < STANDS || !this.roles.brake;
    if (stands && this.direction > 0 && back > 0 && go === 0) this.direction = -1;
    else if (stands && this.direction < 0 && go > 0 && back === 0) this.direction = 1;
  }

  /** Writes the inputs by their roles. */
  values() {
    const { roles } = this;
    const reverse = !roles.gear && this.direction < 0 ? -1 : 1;
    const gear = this.manual ?? (this.direction > 0 ? roles.gear?.most : -1);
    const all = {
      steer: this.steer, throttle: reverse * this.throttle, brake: this.brake, parking: this.parking, gear,
      range: this.low ? 1 : 0, turret_angle: this.angle, elevation: this.lift,
    };
    return Object.entries(roles).map(([role, place]) => [place.index, round(clamp(all[role] ?? 0, place))]);
  }
}
