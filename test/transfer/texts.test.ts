import { sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { histories } from '#test/archive/arbitrary-session.ts';
import { zipFiles } from '#transfer/zip/zip-files.ts';
import { MemoryTarget } from './memory-target.ts';
import { EVERYTHING, fill, running, transferWorld } from './transfer-world.ts';

const THREE = sample(histories, { numRuns: 40, seed: 8 }).find((all) => all.length === 3) ?? [];
const FORMATS = ['markdown', 'html', 'json', 'text'] as const;
const ENDINGS = { markdown: 'md', html: 'html', json: 'json', text: 'txt' };

const LOOKS = { markdown: /^# /m, html: /^<!doctype html>/i, json: /^\{/, text: /Baton/ };

async function filled() {
  const world = await transferWorld();
  await fill(world, THREE);
  return world;
}

describe.each(FORMATS)('as %s', (format) => {
  it('one conversation is a file that stands alone, read again and found equal', async () => {
    const { client } = await filled();
    const id = THREE[0]?.session.id ?? '';
    const to = new MemoryTarget();
    const run = running();
    const report = await client.write({ ...EVERYTHING, format, sessions: [id] }, to, run);
    const file = await to.getFile();
    expect(report).toMatchObject({ format, conversations: 1, bytes: file.size, unreadable: 0 });
    expect(await file.text()).toMatch(LOOKS[format]);
    expect(run.seen.at(-1)).toMatchObject({ phase: 'verifying', conversations: 1, bytes: file.size });
  });

  it('several are a zip with a file for each', async () => {
    const { client } = await filled();
    const to = new MemoryTarget();
    const report = await client.write({ ...EVERYTHING, format }, to, running());
    const files = await zipFiles(await to.getFile());
    const texts = files.filter(({ name }) => !name.includes('/'));
    expect(texts.every(({ name }) => name.endsWith(`.${ENDINGS[format]}`))).toBe(true);
    expect(texts.length).toBe(report.conversations);
    expect(report.conversations).toBeGreaterThan(1);
  });

  it('a byte that the disk changed is found, and the file is taken away', async () => {
    const { client } = await filled();
    const to = new MemoryTarget();
    to.spoil = (bytes) => bytes.fill((bytes[9] ?? 0) ^ 0xff, 9, 10);
    const job = { ...EVERYTHING, format, sessions: [THREE[0]?.session.id ?? ''] };
    await expect(client.write(job, to, running())).rejects.toMatchObject({ code: 'not-verified' });
    expect(to.content).toBeNull();
  });
});

it('words around the conversation are of the language that was asked for', async () => {
  const { client } = await filled();
  const job = { ...EVERYTHING, format: 'text' as const, sessions: [THREE[0]?.session.id ?? ''] };
  const [en, ko] = [new MemoryTarget(), new MemoryTarget()];
  await client.write(job, en, running());
  await client.write({ ...job, language: 'ko' }, ko, running());
  expect(await (await en.getFile()).text()).toContain('Exported from Baton');
  expect(await (await ko.getFile()).text()).toContain('Baton에서 내보냄');
});

it('a conversation that is not stored any more is nothing', async () => {
  const { client } = await filled();
  const to = new MemoryTarget();
  const job = { ...EVERYTHING, format: 'markdown' as const, sessions: ['gone'] };
  await expect(client.write(job, to, running())).rejects.toMatchObject({ code: 'nothing' });
});
