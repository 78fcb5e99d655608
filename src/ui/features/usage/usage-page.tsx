import { useState } from 'react';
import type { UsageSum } from '#core/usage-statistics.ts';
import type { Vendor } from '#core/vendor.ts';
import { VENDORS } from '#core/vendor.ts';
import { saveText } from '#ui/kit/files/save-text.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { useModelName } from '#ui/data/use-model-name.ts';
import { useSessions } from '#ui/data/use-sessions.ts';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { formatMonth, formatTokens } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import rows from '#ui/kit/controls/rows.module.css';
import { Section } from '#ui/kit/controls/section.tsx';
import { useToday } from '#ui/shared/sessions/use-today.ts';
import { isPractice } from '#ui/shared/vendors/is-practice.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { PERIODS, type Period } from './calendar-buckets.ts';
import { measureOf, MEASURES, type Measure } from './measures.ts';
import { usageCsv } from './usage-csv.ts';
import { about } from './about.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { useUsageStatistics } from './use-usage-statistics.ts';
import css from './usage-page.module.css';

/** How many conversations are listed by name. The others are in the sum. */
const DEAREST = 10;

/** The usage of answers over time, by model and by conversation. */
export function UsagePage() {
  const t = useT('usage');
  const frame = useT('frame');
  const language = useLanguage();
  const modelName = useModelName();
  const stored = useSessions('');
  const trash = useSessions('', 'trash');
  const [period, setPeriod] = useState<Period>('month');
  const [chosen, setChosen] = useState<Measure | null>(null);
  const now = useToday();
  const view = useUsageStatistics(period, now);
  if (!view) return null;

  const { statistics, buckets, grain } = view;
  const { all } = statistics;
  // Answers without a price would produce an empty chart as the first thing to see.
  const measure = chosen ?? (all.cost > 0 || all.answers === 0 ? 'cost' : 'tokens');
  const day = new Intl.DateTimeFormat(language, { month: 'numeric', day: 'numeric' });
  const fullFormat = new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    ...(grain === 'day' && { day: 'numeric', weekday: 'short' }),
  });
  const shown = buckets.map(({ from }, index) => ({
    label: grain === 'day' ? day.format(from) : formatMonth(from, now, language, 'short'),
    name: fullFormat.format(from),
    sums: statistics.buckets[index] ?? new Map<Vendor, UsageSum>(),
  }));
  const vendors = VENDORS.filter((vendor) => shown.some(({ sums }) => sums.has(vendor)));
  const titles = new Map([...(stored ?? []), ...(trash ?? [])].map((session) => [session.id, session]));

  return (
    <>
      <p className={rows['intro']}>{t('intro')}</p>
      <div className={css['choices']}>
        <Segmented
          label={t('period')}
          value={period}
          onChange={setPeriod}
          options={PERIODS.map((one) => ({ value: one, label: t(`period.${one}`) }))}
        />
        <Segmented
          label={t('measure')}
          value={measure}
          onChange={setChosen}
          options={MEASURES.map((one) => ({ value: one, label: t(one) }))}
        />
      </div>
      {all.answers === 0 ? (
        <p className={rows['none']}>{t('none')}</p>
      ) : (
        <>
          <dl className={css['sums']} aria-label={t('sums')}>
            <Sum
              name={t('cost')}
              value={all.unpriced === all.answers ? t('noPrice') : about(all) + formatCost(all.cost)}
            />
            <Sum name={t('answers')} value={all.answers.toLocaleString(language)} />
            <Sum name={t('input')} value={formatTokens(all.input)} />
            <Sum name={t('cached')} value={all.input === 0 ? '0%' : `${Math.round((all.cached / all.input) * 100)}%`} />
            <Sum name={t('output')} value={about(all) + formatTokens(all.output)} />
          </dl>
          {all.estimated > 0 && <p className={css['note']}>{t('estimated', { count: all.estimated })}</p>}
          {all.unpriced > 0 && <p className={css['note']}>{t('unpriced', { count: all.unpriced })}</p>}
          {measureOf[measure](all) === 0 ? (
            <p className={css['nothing']}>{t(measure === 'cost' ? 'noneOf.cost' : 'noneOf.tokens')}</p>
          ) : (
            <>
              <UsageChart label={t('chart')} measure={measure} vendors={vendors} buckets={shown} />
              <ul className={css['legend']}>
                {vendors.map((vendor) => (
                  <li key={vendor}>
                    <VendorMark vendor={vendor} practice={false} />
                    {VENDOR_LOOK[vendor].name}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Disclosure summary={t('asTable')} className={css['asTable']}>
            <UsageTable
              label={t('asTable')}
              what={t(grain)}
              rows={shown
                .map(({ name, sums }) => ({ key: name, name: <span>{name}</span>, sum: added([...sums.values()]) }))
                .filter(({ sum }) => sum.answers > 0)}
            />
            <p className={css['save']}>
              <Button small onClick={() => saveText(usageCsv(buckets, statistics), 'baton-usage.csv')}>
                {t('save')}
              </Button>
            </p>
          </Disclosure>
          <Section title={t('byModel')}>
            <UsageTable
              label={t('byModel')}
              what={t('model')}
              measure={measure}
              rows={statistics.models.map(({ vendor, model, connection, ...sum }) => ({
                key: `${connection}/${model}`,
                name: (
                  <>
                    <VendorMark vendor={vendor} practice={isPractice(connection)} />
                    <span title={model}>{modelName({ connection, model })}</span>
                  </>
                ),
                sum,
              }))}
            />
          </Section>
          <Section title={t('bySession')}>
            <UsageTable
              label={t('bySession')}
              what={t('session')}
              measure={measure}
              rows={statistics.sessions.slice(0, DEAREST).map(({ sessionId, ...sum }) => {
                const session = titles.get(sessionId);
                const title = session?.title || frame('session.untitled');
                return {
                  key: sessionId,
                  name:
                    session?.deletedAt === 0 ? (
                      <a href={formatRoute({ name: 'session', id: sessionId })}>{title}</a>
                    ) : (
                      <span>{session ? t('inTrash', { title }) : title}</span>
                    ),
                  sum,
                };
              })}
            />
            {statistics.sessions.length > DEAREST && (
              <p className={css['note']}>{t('more', { count: statistics.sessions.length - DEAREST })}</p>
            )}
          </Section>
        </>
      )}
    </>
  );
}

const NOTHING: UsageSum = { answers: 0, input: 0, output: 0, cached: 0, cost: 0, unpriced: 0, estimated: 0 };

function added(sums: readonly UsageSum[]): UsageSum {
  return sums.reduce(
    (all, one) => ({
      answers: all.answers + one.answers,
      input: all.input + one.input,
      output: all.output + one.output,
      cached: all.cached + one.cached,
      cost: all.cost + one.cost,
      unpriced: all.unpriced + one.unpriced,
      estimated: all.estimated + one.estimated,
    }),
    NOTHING,
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className={css['sum']}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
