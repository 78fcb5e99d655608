import { describe, expect, it } from 'vitest';
import type { LogLine } from '#core/log/log-line.ts';
import { createLogShipper } from '#state/log-shipper.ts';
import { createPageLog } from '#state/page-log.ts';
import { FakeClock, settle } from '#test/fakes/fake-clock.ts';

const line = (event: string): LogLine => ({ at: '2026-11-21T10:00:00.000Z', level: 'info', event, from: 'page' });

describe('the log of a window', () => {
  it('keeps the newest lines, shows them a few times a second, and ships every one', async () => {
    const clock = new FakeClock();
    const shipped: LogLine[] = [];
    const log = createPageLog({ clock, ship: (one) => shipped.push(one) });
    let published = 0;
    log.store.subscribe(() => (published += 1));
    for (let count = 0; count < 5_000; count += 1) log.write('debug', `e${count}`);
    expect(log.store.getState().lines).toEqual([]);
    await clock.advance(200);
    expect(published).toBe(1);
    const { lines } = log.store.getState();
    expect(lines.length).toBeLessThanOrEqual(2_400);
    expect(lines.at(-1)).toMatchObject({ event: 'e4999', seq: 5_000 });
    expect(log.lines()).toHaveLength(2_000);
    expect(shipped).toHaveLength(5_000);
    log.clear();
    expect(log.store.getState().lines).toEqual([]);
  });

  it('holds no words of anybody unless that is asked for, and no key even then', () => {
    const shipped: LogLine[] = [];
    const log = createPageLog({ clock: new FakeClock(), ship: (one) => shipped.push(one) });
    const said = { sessionID: 's', text: 'dear diary', error: new Error('Bearer CANARY-123456') };
    log.write('info', 'message', said);
    log.keepTexts(true);
    log.write('info', 'message', said);
    log.keepTexts(false);
    log.write('info', 'message', said);
    expect(shipped.map(({ data }) => data?.['text'])).toEqual(['[10 characters]', 'dear diary', '[10 characters]']);
    expect(JSON.stringify([shipped, log.lines()])).not.toContain('CANARY');
    expect(shipped[0]?.sessionID).toBe('s');
  });
});

describe('bringing lines to the host', () => {
  function setup() {
    const clock = new FakeClock();
    const sent: string[][] = [];
    const host = { away: false };
    const shipper = createLogShipper({
      clock,
      async send(lines) {
        if (host.away) throw new Error('away');
        sent.push(lines.map(({ event }) => event));
      },
    });
    return { clock, sent, host, shipper };
  }

  it('goes in batches that the host takes, in order, and leaves no timer behind', async () => {
    const { clock, sent, shipper } = setup();
    for (let count = 0; count < 450; count += 1) shipper.add(line(`e${count}`));
    expect(sent).toEqual([]);
    await clock.advance(2_000);
    await clock.advance(60_000);
    expect(sent.flat()).toEqual(Array.from({ length: 450 }, (_, count) => `e${count}`));
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(clock.pending).toBe(0);
  });

  it('keeps the newest while the host is away, asks ever more rarely, and goes on when it is back', async () => {
    const { clock, sent, host, shipper } = setup();
    host.away = true;
    for (let count = 0; count < 3_000; count += 1) shipper.add(line(`e${count}`));
    await clock.advance(600_000);
    host.away = false;
    await clock.advance(120_000);
    expect(sent.flat()).toHaveLength(1_000);
    expect(sent.flat().at(-1)).toBe('e2999');
    expect(clock.pending).toBe(0);
  });

  it('sends what waits when the page goes', async () => {
    const { clock, sent, shipper } = setup();
    shipper.add(line('last'));
    shipper.flush();
    await settle();
    expect(sent).toEqual([['last']]);
    expect(clock.pending).toBe(0);
  });

  it('brings a line that is long by itself', async () => {
    const { clock, sent, shipper } = setup();
    shipper.add({ ...line('long'), data: { why: 'x'.repeat(40_000) } });
    shipper.add(line('short'));
    await clock.advance(10_000);
    expect(sent.flat()).toEqual(['long', 'short']);
  });
});
