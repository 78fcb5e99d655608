import type { UsageSum } from '#core/usage-statistics.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { formatTokens } from '#ui/kit/i18n/format.ts';

export const MEASURES = ['cost', 'tokens', 'answers'] as const;
export type Measure = (typeof MEASURES)[number];

export const measureOf: Record<Measure, (sum: UsageSum) => number> = {
  cost: ({ cost }) => cost,
  tokens: ({ input, output }) => input + output,
  answers: ({ answers }) => answers,
};

export const formatMeasure: Record<Measure, (value: number) => string> = {
  cost: formatCost,
  tokens: (value) => formatTokens(Math.round(value)),
  answers: (value) => String(Math.round(value)),
};
