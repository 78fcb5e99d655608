import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the processes that tests start keep what Node has compiled: each of them would compile the same again. */
export const COMPILE_CACHE = join(tmpdir(), 'baton-compile-cache');
