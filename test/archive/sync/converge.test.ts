import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  double,
  integer,
  nat,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyParameters } from '#test/core/arbitrary-parameters.ts';
import { runs } from '#test/runs.ts';
import { BEGINNING, bodyOf, SimulatedDevice } from './simulated-devices.ts';

const NAMES = ['ada', 'bea', 'cy'];

type Device = SimulatedDevice;
type Step = (device: Device) => void;

const words = constantFrom('one', 'two', 'three');
const edits = oneof(
  record({
    parent: nat(30),
    text: words,
    status: constantFrom('complete', 'complete', 'interrupted', 'streaming'),
  }).map(
    ({ parent, text, status }): Step =>
      (device) =>
        device.say(parent, text, status),
  ),
  tuple(nat(30), words).map(
    ([which, text]): Step =>
      (device) =>
        device.finish(which, text),
  ),
  words.map(
    (title): Step =>
      (device) =>
        device.change({ title, titleBy: 'person' }),
  ),
  constantFrom(0 as const, 1 as const).map(
    (pinned): Step =>
      (device) =>
        device.change({ pinned }),
  ),
  constantFrom(0, 500).map(
    (deletedAt): Step =>
      (device) =>
        device.change({ deletedAt }),
  ),
  anyParameters.map(
    (parameters): Step =>
      (device) =>
        device.change({ parameters }),
  ),
  nat(30).map(
    (leaf): Step =>
      (device) =>
        device.choose(leaf),
  ),
  nat(30).map(
    (which): Step =>
      (device) =>
        device.hide(which),
  ),
  nat(30).map(
    (which): Step =>
      (device) =>
        device.hide(which, 'deleted'),
  ),
  nat(30).map(
    (which): Step =>
      (device) =>
        device.keepOutput(which),
  ),
  tuple(nat(30), double({ min: 0, max: 1, noNaN: true })).map(
    ([which, cost]): Step =>
      (device) =>
        device.spend(which, cost),
  ),
  constantFrom('goal', 'other', null).map(
    (goal): Step =>
      (device) =>
        device.planTo(goal),
  ),
);

interface Move {
  who: number;
  what: Step | 'send' | { from: number; at: number };
}

const move: Arbitrary<Move> = record({
  who: nat(2),
  what: oneof(
    { weight: 4, arbitrary: edits },
    { weight: 2, arbitrary: constantFrom('send' as const) },
    { weight: 3, arbitrary: record({ from: nat(2), at: nat(20) }) },
  ),
});

/** Clock errors of devices: a year ahead, an hour behind. */
const skews = tuple(...NAMES.map(() => constantFrom(0, 0, -3_600_000, 31_536_000_000)));

function live(devices: readonly SimulatedDevice[], moves: readonly Move[]): void {
  for (const { who, what } of moves) {
    const device = devices[who % devices.length];
    if (!device) continue;
    if (what === 'send') device.send();
    else if (typeof what === 'function') what(device);
    else {
      // Any object, in any order, even twice, even its own.
      const { log } = devices[what.from % devices.length] ?? device;
      const text = log[what.at % Math.max(1, log.length)];
      if (text !== undefined) device.receive(text);
    }
  }
}

/** Every device receives everything, until nothing new is sent. */
function quiet(devices: readonly SimulatedDevice[], reversed = false): void {
  for (let round = 0; round < 6; round++) {
    const before = devices.map(({ log }) => log.length);
    for (const device of devices) device.send();
    for (const device of devices)
      for (const other of reversed ? devices.toReversed() : devices)
        if (other !== device) for (const text of reversed ? other.log.toReversed() : other.log) device.receive(text);
    if (devices.every(({ log }, index) => log.length === before[index])) return;
  }
  throw new Error('machines never stop telling each other');
}

const worlds = tuple(
  array(move, { maxLength: 60, size: 'max' }),
  skews,
  integer({ min: 2, max: 3 }),
  constantFrom(true, false),
);

describe('machines that work in one conversation at once', () => {
  const pair = (): [Device, Device] => [
    new SimulatedDevice('ada', 0, BEGINNING),
    new SimulatedDevice('bea', 1_000, BEGINNING),
  ];
  const meet = ([ada, bea]: readonly [Device, Device]) => {
    for (const device of [ada, bea]) device.send();
    for (const text of bea.log) ada.receive(text);
    for (const text of ada.log) bea.receive(text);
  };

  it('do not answer each other for as long as both receive an answer, and end at the one that ends last', () => {
    const devices = pair();
    const [ada, bea] = devices;
    ada.say(0, 'one');
    ada.say(0, 'two');
    meet(devices);
    ada.say(0, 'three', 'streaming');
    bea.say(1, 'four', 'streaming');
    for (let round = 0; round < 6; round++) meet(devices);
    const sent = [ada.log.length, bea.log.length];
    for (let round = 0; round < 3; round++) meet(devices);
    expect([ada.log.length, bea.log.length]).toEqual(sent);
    for (const device of [bea, ada]) {
      device.finish(0, '.');
      meet(devices);
    }
    meet(devices);
    for (const { history } of devices) expect(history?.session.leafId).toBe('ada-3');
  });

  it('take nothing from the trash by keeping two ends of one answer', () => {
    const devices = pair();
    const [ada, bea] = devices;
    ada.say(0, 'one', 'interrupted');
    meet(devices);
    bea.finish(0, ' there');
    ada.finish(0, ' here');
    ada.send();
    ada.change({ deletedAt: 500 });
    for (let round = 0; round < 3; round++) meet(devices);
    const kept = (device: Device) => device.history?.messages.map(bodyOf).toSorted();
    expect(kept(bea)).toEqual(['ada-1 one here', 'ada-1 one there']);
    expect(kept(ada)).toEqual(kept(bea));
    for (const { history } of devices) expect(history?.session.deletedAt).toBe(500);
  });
});

describe('machines that hear of each other in any order', () => {
  it('come to the same, whatever was edited where and however their clocks go', () => {
    assert(
      property(worlds, ([moves, skew, count, alike]) => {
        const devices = NAMES.slice(0, count).map(
          (name, index) => new SimulatedDevice(name, skew[index] ?? 0, alike || index === 0 ? BEGINNING : null),
        );
        live(devices, moves);
        for (const device of devices) for (let left = 0; left < 30; left++) device.finish(left, '.');
        quiet(devices);
        const [first] = devices;
        for (const device of devices) expect(device.state()).toBe(first?.state());
      }),
      { numRuns: runs(100) },
    );
  });

  it('lose nothing that was complete anywhere', () => {
    assert(
      property(worlds, ([moves, skew, count]) => {
        const devices = NAMES.slice(0, count).map(
          (name, index) => new SimulatedDevice(name, skew[index] ?? 0, BEGINNING),
        );
        live(devices, moves);
        quiet(devices);
        const written = new Set(devices.flatMap((device) => [...device.written]));
        for (const device of devices) {
          const bodies = new Set(device.history?.messages.map(bodyOf));
          for (const body of written) expect(bodies.has(body), `${device.name} lacks ${body}`).toBe(true);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('come to the same in whatever order they hear it in the end', () => {
    assert(
      property(worlds, ([moves, skew, count]) => {
        const meet = (reversed: boolean) => {
          const devices = NAMES.slice(0, count).map(
            (name, index) => new SimulatedDevice(name, skew[index] ?? 0, BEGINNING),
          );
          live(devices, moves);
          for (const device of devices) {
            for (let left = 0; left < 30; left++) device.finish(left, '.');
            device.send();
          }
          quiet(devices, reversed);
          return devices.map((device) => device.state());
        };
        const [one] = meet(false);
        for (const state of meet(true)) expect(state).toBe(one);
      }),
      { numRuns: runs(100) },
    );
  });

  it('keep every message once, behind its parent', () => {
    assert(
      property(worlds, ([moves, skew]) => {
        const devices = NAMES.map((name, index) => new SimulatedDevice(name, skew[index] ?? 0, BEGINNING));
        live(devices, moves);
        quiet(devices, true);
        for (const { history } of devices) {
          const places = new Map(history?.messages.map(({ id, seq }) => [id, seq]));
          expect(new Set(places.values()).size).toBe(history?.messages.length);
          for (const { id, parentId, seq } of history?.messages ?? [])
            expect(parentId === null || (places.get(parentId) ?? 0) < seq, `${id} behind ${parentId}`).toBe(true);
          expect(history?.session.lastSeq).toBeGreaterThanOrEqual(Math.max(0, ...places.values()));
        }
      }),
      { numRuns: runs(100) },
    );
  });
});
