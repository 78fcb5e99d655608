import type { SnapshotHost } from '#host-client/host-api.ts';
import type { SnapshotFolder } from './snapshot-folder.ts';

/** The host's snapshot folder. */
export function hostSnapshots(host: SnapshotHost, pause: (ms: number) => Promise<void>): SnapshotFolder {
  return {
    async list() {
      const { snapshots } = await host.list();
      return snapshots.map(({ id, at, reason, schemaVersion, bytes, counts, state }) => ({
        id,
        at,
        schemaVersion,
        beforeUpgrade: reason === 'before-upgrade',
        damaged: state === 'damaged',
        bytes,
        counts,
      }));
    },
    async write(schemaVersion, fill) {
      const given = { reason: 'before-upgrade', schemaVersion, fingerprint: null } as const;
      const { uploadSnapshot } = await import('#host-client/upload-snapshot.ts');
      const upload = await uploadSnapshot(host, given, { pause });
      try {
        const counts = await fill(upload.writable);
        await upload.writable.close();
        return (await upload.finish(counts)).id;
      } catch (error) {
        await upload.abandon();
        throw error;
      }
    },
    read: (id) => host.read(id),
    async confirm(id, counts) {
      await host.verify(id, { archive: 'good', counts });
    },
  };
}
