/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- the chart has the role application: keys and pointer move through its bars */
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { UsageSum } from '#core/usage-statistics.ts';
import type { Vendor } from '#core/vendor.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { labelInterval, ticksUpTo } from './chart-scale.ts';
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

interface Stack {
  bucket: ChartBucket;
  parts: { vendor: Vendor; value: number }[];
  total: number;
}

const HEIGHT = 256;
const TOP = 8;
const BOTTOM = HEIGHT - 30;
const LEFT = 56;
const RIGHT = 4;
const BAR_SHARE = 0.6;
const MAX_BAR_WIDTH = 36;
const BOX_DISTANCE = 10;

/** One stack per day or month, in the vendors' colors. The arrow keys move through it. */
export function UsageChart({ label, measure, vendors, buckets }: UsageChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState<number | null>(null);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measureWidth = () => setWidth(element.clientWidth);
    measureWidth();
    const observer = new ResizeObserver(measureWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const stacks = buckets.map((bucket): Stack => {
    const parts = vendors
      .map((vendor) => ({ vendor, value: valueOf(bucket, vendor, measure) }))
      .filter(({ value }) => value > 0);
    return { bucket, parts, total: parts.reduce((sum, { value }) => sum + value, 0) };
  });
  const ticks = ticksUpTo(Math.max(0, ...stacks.map(({ total }) => total)), measure !== 'cost');
  const top = ticks.at(-1) || 1;
  const yOf = (value: number) => BOTTOM - (value / top) * (BOTTOM - TOP);
  const end = Math.max(LEFT, width - RIGHT);
  const band = (end - LEFT) / Math.max(1, stacks.length);
  const barWidth = Math.min(MAX_BAR_WIDTH, Math.max(1, Math.floor(band * BAR_SHARE)));
  const centerOf = (index: number) => LEFT + (index + 0.5) * band;
  const interval = labelInterval(
    buckets.map((bucket) => bucket.label),
    band,
  );
  const active = at === null ? undefined : stacks[at];

  function pickAt(x: number): void {
    const index = Math.floor((x - LEFT) / band);
    setAt(index >= 0 && index < stacks.length ? index : null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = stacks.length - 1;
    const next: Partial<Record<string, number | null>> = {
      ArrowLeft: Math.max(0, (at ?? stacks.length) - 1),
      ArrowRight: Math.min(last, (at ?? -1) + 1),
      Home: 0,
      End: last,
      Escape: null,
    };
    const chosen = next[event.key];
    if (chosen === undefined || (event.key === 'Escape' && at === null)) return;
    event.preventDefault();
    setAt(chosen);
  }

  return (
    <div
      ref={place}
      className={css['chart']}
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(null)}
      onPointerMove={(event) => pickAt(event.clientX - event.currentTarget.getBoundingClientRect().left)}
      onPointerLeave={() => setAt(null)}
    >
      <svg width={width} height={HEIGHT} aria-hidden="true">
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={css['line']} x1={LEFT} x2={end} y1={yOf(tick)} y2={yOf(tick)} />
            <text className={css['tick']} x={LEFT - 8} y={yOf(tick)} dy="0.355em" textAnchor="end">
              {formatMeasure[measure](tick)}
            </text>
          </g>
        ))}
        {active && at !== null && (
          <rect className={css['cursor']} x={LEFT + at * band} y={TOP} width={band} height={BOTTOM - TOP} />
        )}
        {stacks.map(({ bucket, parts }, index) => {
          let below = 0;
          return parts.map(({ vendor, value }) => {
            const y = yOf((below += value));
            return (
              <rect
                key={`${bucket.name} ${vendor}`}
                x={centerOf(index) - barWidth / 2}
                y={y}
                width={barWidth}
                height={yOf(below - value) - y}
                fill={VENDOR_LOOK[vendor].color}
              />
            );
          });
        })}
        {stacks.map(
          ({ bucket }, index) =>
            index % interval === 0 && (
              <text key={bucket.name} className={css['tick']} x={centerOf(index)} y={BOTTOM + 17} textAnchor="middle">
                {bucket.label}
              </text>
            ),
        )}
      </svg>
      <div role="status">
        {active && at !== null && <Box {...active} measure={measure} center={centerOf(at)} width={width} />}
      </div>
    </div>
  );
}

function valueOf({ sums }: ChartBucket, vendor: Vendor, measure: Measure): number {
  const sum = sums.get(vendor);
  return sum ? measureOf[measure](sum) : 0;
}

interface BoxProps extends Stack {
  measure: Measure;
  center: number;
  width: number;
}

/** On the side of the bar where there is more room. */
function Box({ bucket, parts, total, measure, center, width }: BoxProps) {
  const side =
    center < width / 2
      ? { insetInlineStart: center + BOX_DISTANCE }
      : { insetInlineEnd: width - center + BOX_DISTANCE };
  return (
    <div className={css['box']} style={side}>
      <p className={css['name']}>
        <span>{bucket.name}</span>
        <span>{formatMeasure[measure](total)}</span>
      </p>
      {parts.map(({ vendor, value }) => (
        <p key={vendor} className={css['part']}>
          <VendorMark vendor={vendor} practice={false} />
          <span>{VENDOR_LOOK[vendor].name}</span>
          <span>{formatMeasure[measure](value)}</span>
        </p>
      ))}
    </div>
  );
}
