import { z } from 'zod';
import { LOG_LEVELS } from '#core/log/log-line.ts';

/** One line of a log, as its writer has redacted it; the host does so once more, since it knows the keys. */
export const LogLine = z.object({
  at: z.iso.datetime(),
  level: z.enum(LOG_LEVELS),
  event: z.string().max(400),
  from: z.enum(['host', 'page']),
  sessionID: z.string().max(128).exactOptional(),
  data: z.record(z.string(), z.unknown()).exactOptional(),
});

/** POST /api/logs: what happened in a window. Answered with nothing. */
export const LogBatch = z.object({ lines: z.array(LogLine).max(200) });
export type LogBatch = z.infer<typeof LogBatch>;

/** GET /api/logs?after=: the host's own lines behind that number, oldest first; the newest only where there are many. */
export const HostLog = z.object({
  lines: z.array(LogLine.extend({ seq: z.number().int() })),
  /** Where the file lies in which all of it is kept; null where there is none. */
  file: z.string().nullable(),
});
export type HostLog = z.infer<typeof HostLog>;
