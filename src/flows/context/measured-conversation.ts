import type { Decision, Overlay, Target } from '#core/request.ts';
import { overlayRows } from '#storage/overlay-repository.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { measurePath } from '../request/measure-context.ts';
import type { MeasuredPath, PathToMeasure } from '../request/measure-context.ts';

/** A conversation at one moment. It is measured again after every change to what is sent of it. */
export interface MeasuredConversation {
  readonly overlays: readonly Overlay[];
  readonly target: Target;
  size(): MeasuredPath;
  /** Stores the decisions and returns how many there were. */
  cut(decide: (size: MeasuredPath) => Decision[]): Promise<number>;
}

export async function measureConversation(
  deps: Pick<FlowDeps, 'db' | 'clock' | 'onUnreadableRow'>,
  fence: Fence,
  path: PathToMeasure,
  target: Target,
): Promise<MeasuredConversation> {
  const { db, clock } = deps;
  const overlays = [...path.overlays];
  let size = await measurePath(deps, { ...path, overlays }, target);
  return {
    overlays,
    target,
    size: () => size,
    async cut(decide) {
      const rows = overlayRows(fence.sessionId, decide(size), clock.now());
      if (rows.length === 0) return 0;
      await writeFenced(db, fence, [db.overlays], async () => {
        await db.overlays.bulkAdd(rows);
      });
      for (const row of rows) overlays.push(row);
      size = await measurePath(deps, { ...path, overlays }, target);
      return rows.length;
    },
  };
}
