import { describe, expect, it } from 'vitest';
import { outgoingParts } from '#flows/base/outgoing-parts.ts';
import { saveBlob } from '#storage/blob-repository.ts';
import { AgentWorld } from './agent/agent-world.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

describe('the name of a picture', () => {
  it('is stored with what was sent, and no vendor gets it', async () => {
    const bodies: string[] = [];
    for (const name of ['제주 바다.png', 'half \uD800.png', '']) {
      const world = await AgentWorld.open();
      let said = '';
      for (const seat of ['claude', 'gpt', 'gemini'] as const) {
        const id = await world.begin(seat);
        const stored = await saveBlob(world.db, new Blob([PNG]), 'image/png');
        await world.chat.send(id, { text: 'Look.', attachments: [{ kind: 'image', name, ...stored }] });
        expect(world.errors).toEqual([]);
        said += JSON.stringify(world.sent.at(-1)?.body).replaceAll(id, 'conversation');
      }
      expect(said.split(PNG.toString('base64'))).toHaveLength(4);
      bodies.push(said);
    }
    expect(bodies[1]).toBe(bodies[0]);
    expect(bodies[2]).toBe(bodies[0]);
  });

  it.each([
    ['beach.png', 'beach.png'],
    ['half \uD800.png', 'half \uFFFD.png'],
    ['two\nlines.png ', 'two lines.png'],
    ['', undefined],
    [' \u200B\n', undefined],
  ])('%j is stored as %j', (name, stored) => {
    const attachments = [{ kind: 'image' as const, mime: 'image/png', name, blob: 'b', bytes: 1 }];
    expect(outgoingParts({ text: '', attachments })).toEqual([
      { type: 'image', mime: 'image/png', blob: 'b', bytes: 1, ...(stored !== undefined && { name: stored }) },
    ]);
  });
});
