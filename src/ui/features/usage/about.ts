import type { UsageSum } from '#core/usage-statistics.ts';

/** Before numbers that hold an estimate. */
export const about = ({ estimated }: Pick<UsageSum, 'estimated'>): string => (estimated > 0 ? '≈' : '');
