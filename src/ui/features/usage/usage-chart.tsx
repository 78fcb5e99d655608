import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { UsageSum } from '#core/usage-statistics.ts';
import type { Vendor } from '#core/vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { formatMeasure, measureOf, type Measure } from './measures.ts';
import css from './usage-chart.module.css';

export interface ChartBucket {
  /** Short, below the bar. */
  label: string;
  /** In full, in the tooltip. */
  name: string;
  sums: ReadonlyMap<Vendor, UsageSum>;
}

interface UsageChartProps {
  label: string;
  measure: Measure;
  vendors: readonly Vendor[];
  buckets: readonly ChartBucket[];
}

/** One stack per day or month, in the vendors' colors. The arrow keys move through it. */
export default function UsageChart({ label, measure, vendors, buckets }: UsageChartProps) {
  const valueOf = (bucket: ChartBucket, vendor: Vendor): number => {
    const sum = bucket.sums.get(vendor);
    return sum ? measureOf[measure](sum) : 0;
  };
  const tick = { fill: 'var(--text-faint)', fontSize: 'var(--text-xs)' };
  return (
    <div className={css['chart']}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...buckets]}
          title={label}
          margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
          barCategoryGap="20%"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="label"
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--line)' }}
            interval="equidistantPreserveStart"
          />
          <YAxis
            tick={tick}
            tickLine={false}
            axisLine={false}
            width={56}
            allowDecimals={measure === 'cost'}
            tickFormatter={formatMeasure[measure]}
          />
          <Tooltip
            cursor={{ fill: 'var(--bg-hover)' }}
            isAnimationActive={false}
            content={<Box {...{ buckets, measure, vendors, valueOf }} />}
          />
          {vendors.map((vendor) => (
            <Bar
              key={vendor}
              name={VENDOR_LOOK[vendor].name}
              dataKey={(bucket: ChartBucket) => valueOf(bucket, vendor)}
              stackId="all"
              fill={VENDOR_LOOK[vendor].color}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface BoxProps {
  /** Set by the chart: whether the pointer is on it, and on which bar. */
  active?: boolean;
  payload?: readonly { payload?: unknown }[];
  buckets: readonly ChartBucket[];
  measure: Measure;
  vendors: readonly Vendor[];
  valueOf: (bucket: ChartBucket, vendor: Vendor) => number;
}

function Box({ active = false, payload, buckets, measure, vendors, valueOf }: BoxProps) {
  const bucket = active ? buckets.find((one) => one === payload?.[0]?.payload) : undefined;
  if (!bucket) return null;
  const there = vendors.filter((vendor) => valueOf(bucket, vendor) > 0);
  const all = there.reduce((sum, vendor) => sum + valueOf(bucket, vendor), 0);
  return (
    <div className={css['box']}>
      <p className={css['name']}>
        <span>{bucket.name}</span>
        <span>{formatMeasure[measure](all)}</span>
      </p>
      {there.map((vendor) => (
        <p key={vendor} className={css['part']}>
          <VendorMark vendor={vendor} practice={false} />
          <span>{VENDOR_LOOK[vendor].name}</span>
          <span>{formatMeasure[measure](valueOf(bucket, vendor))}</span>
        </p>
      ))}
    </div>
  );
}
