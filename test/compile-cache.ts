import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Node's compile cache for the processes that tests start: without it, each of them would compile the same code. */
export const COMPILE_CACHE = process.env['BATON_COMPILE_CACHE'] ?? join(tmpdir(), 'baton-compile-cache');
