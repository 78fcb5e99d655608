import { FILE_LIMITS, type FileLimits } from '#archive/files.ts';

/** Archives that Baton packed itself are not zip bombs, whatever their compression ratio. */
export const TRUSTED_ARCHIVE_LIMITS: FileLimits = { ...FILE_LIMITS, ratio: Number.POSITIVE_INFINITY };
