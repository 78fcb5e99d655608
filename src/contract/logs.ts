import { z } from 'zod/mini';
import { LOG_LEVELS } from '#core/log/log-line.ts';
import type { Endpoints } from './endpoint.ts';

/** One line of a log, redacted by its writer. The host redacts it again, since it knows the keys. */
export const LogLine = z.object({
  at: z.iso.datetime(),
  level: z.enum(LOG_LEVELS),
  event: z.string().check(z.maxLength(400)),
  from: z.enum(['host', 'page']),
  sessionID: z.exactOptional(z.string().check(z.maxLength(128))),
  data: z.exactOptional(z.record(z.string(), z.unknown())),
});

/** What happened in a window. */
export const LogBatch = z.object({ lines: z.array(LogLine).check(z.maxLength(200)) });
export type LogBatch = z.infer<typeof LogBatch>;

/** The host's own lines, oldest first. If there are many, only the newest ones. */
export const HostLog = z.object({
  lines: z.array(z.extend(LogLine, { seq: z.int() })),
  /** Path of the file that stores the full log; null if there is none. */
  file: z.nullable(z.string()),
});
export type HostLog = z.infer<typeof HostLog>;

export const logEndpoints = {
  /** The host's lines after that number. */
  read: { route: 'GET /api/logs', query: z.object({ after: z.catch(z.coerce.number(), 0) }), answer: HostLog },
  send: { route: 'POST /api/logs', body: LogBatch },
  /** All that the files of the host's log hold, as lines of JSON, also where they are encrypted. */
  logText: { route: 'GET /api/logs/text', answer: 'blob' },
} satisfies Endpoints;
