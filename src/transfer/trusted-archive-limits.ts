import { FILE_LIMITS, type FileLimits } from '#archive/files.ts';

/** What we packed ourselves is no bomb, however well it packs. */
export const TRUSTED_ARCHIVE_LIMITS: FileLimits = { ...FILE_LIMITS, ratio: Number.POSITIVE_INFINITY };
