import { expect, test, vi } from 'vitest';
import { createRecordingLog } from '#test/fakes/host-deps.ts';
import { catchUnhandledErrors } from '../../electron/serve/catch-unhandled-errors.ts';

test('an error that nobody caught is written down and named, as long as the net is there', () => {
  const log = createRecordingLog();
  const complain = vi.fn<(line: string) => void>();
  const own = process.listeners('uncaughtException');
  const remove = catchUnhandledErrors(log, complain);
  const added = process.listeners('uncaughtException').filter((one) => !own.includes(one));
  expect(added).toHaveLength(1);
  added[0]?.(new Error('oops'), 'uncaughtException');
  expect(log.lines.join()).toContain('oops');
  expect(complain).toHaveBeenCalledOnce();
  remove();
  expect(process.listeners('uncaughtException')).toEqual(own);
});
