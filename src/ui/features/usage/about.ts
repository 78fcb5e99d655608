import type { UsageSum } from '#core/usage-statistics.ts';

/** The prefix of numbers that include an estimate. */
export const about = ({ estimated }: Pick<UsageSum, 'estimated'>): string => (estimated > 0 ? '≈' : '');
