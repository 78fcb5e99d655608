import { expect, it } from 'vitest';
import { ownStorage } from '#test/fakes/own-storage.ts';
import { writeAside } from '#state/write-aside.ts';
import type { ExportJob } from '#transfer/transfer-messages.ts';
import type { TransferClient } from '#transfer/transfer-client.ts';

const JOB: ExportJob = {
  sessions: ['one'],
  trash: false,
  format: 'text',
  thinking: true,
  tools: true,
  branches: false,
  language: 'en',
};

function setUp(write: (name: string, files: Map<string, string>) => void) {
  const { files, storage } = ownStorage();
  const client: Pick<TransferClient, 'write'> = {
    async write(_job, to) {
      write((to as FileSystemFileHandle).name, files);
      return { format: 'text', conversations: 1, messages: 1, blobs: 0, bytes: 5, named: 0, lost: 0, unreadable: 0 };
    },
  };
  return { files, deps: { client, storage, now: () => 1, newId: () => 'own-1' } };
}

const { signal } = new AbortController();

it('leaves an export in memory and nothing in the browser’s storage', async () => {
  const { files, deps } = setUp((name, all) => void all.set(name, 'Hello'));
  const file = await writeAside(deps, JOB, 'A talk.txt', signal);
  expect(files.size).toBe(0);
  expect([file.name, file.type, await file.text()]).toEqual(['A talk.txt', 'text/plain', 'Hello']);
});

it('leaves nothing of one that fails, and says why', async () => {
  const { files, deps } = setUp(() => {
    throw new Error('the disk is full');
  });
  await expect(writeAside(deps, JOB, 'A talk.txt', signal)).rejects.toThrow('the disk is full');
  expect(files.size).toBe(0);
});
