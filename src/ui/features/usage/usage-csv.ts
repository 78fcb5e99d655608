import type { Bucket, UsageStatistics } from '#core/usage-statistics.ts';

const HEAD = [
  'from',
  'vendor',
  'answers',
  'input_tokens',
  'cached_tokens',
  'output_tokens',
  'cost_usd',
  'unpriced',
  'estimated',
];

/** One line per vendor and day or month, for the user's own spreadsheets. Dates are in this device's time zone. */
export function usageCsv(buckets: readonly Bucket[], { buckets: sums }: UsageStatistics): string {
  const lines = buckets.flatMap(({ from }, index) =>
    [...(sums[index] ?? [])].map(([vendor, { answers, input, cached, output, cost, unpriced, estimated }]) =>
      [dateOf(from), vendor, answers, input, cached, output, cost, unpriced, estimated].join(','),
    ),
  );
  return `${[HEAD.join(','), ...lines].join('\r\n')}\r\n`;
}

function dateOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
