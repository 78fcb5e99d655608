import { CircleCheck, CircleX, FileDiff, FilePlus2 } from 'lucide-react';
import { use, useMemo, useRef, useState, type ReactNode } from 'react';
import { groupDeeds } from '#core/agent/work/group-deeds.ts';
import { reportWork, type ChangedFile, type RanCommand, type WorkReport } from '#core/agent/work/report-work.ts';
import { costOf } from '#flows/base/cost-of.ts';
import { sumTaskCosts, type TaskCosts } from '#storage/task-costs.ts';
import { readExchange } from '#storage/read-exchange.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useLiveQuery } from '#ui/data/use-live-query.ts';
import { besideForChanges } from '#ui/features/conversation/changes/open-changes.tsx';
import { useAgentActive } from '#ui/features/conversation/agent/use-agent.ts';
import { shownMessages } from '#ui/features/conversation/rows/shown-messages.ts';
import { useChatScene, useUserMarks, type ChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { ShowPanelsContext } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import facts from '#ui/kit/controls/facts.module.css';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatCost } from '#ui/kit/text/usage-text.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { useDurationLabel } from '#ui/kit/time/use-duration-label.ts';
import { LineCounts, PathName } from './path-name.tsx';
import { useWorkLabel } from './use-work-label.ts';
import css from './run-report.module.css';

/** Longer lists are cut at first. */
const SHOWN = 6;

interface RunReportProps {
  /** The last message of the run. */
  lastId: string;
  /** It ends the conversation, so the run may still be going. */
  last: boolean;
}

/** What a long run did, with a way to each step. */
export function RunReport({ lastId, last }: RunReportProps) {
  const { sessionId, describe } = useChatScene();
  const { deleted } = useUserMarks();
  const { db, onUnreadableRow } = useServices();
  const active = useAgentActive(sessionId);
  const messages = useLiveQuery(
    () => readExchange(db, sessionId, lastId, onUnreadableRow),
    [db, sessionId, lastId, onUnreadableRow],
  );
  const shown = useMemo(() => messages && shownMessages(messages, deleted), [messages, deleted]);
  const report = useMemo(() => shown && reportWork(shown), [shown]);
  const hasTasks = report?.steps.some(({ deeds }) => deeds.some(({ kind }) => kind === 'task')) ?? false;
  const tasks = useLiveQuery(
    () => (hasTasks && shown ? sumTaskCosts(db, sessionId, new Set(shown.map(({ id }) => id))) : null),
    [db, sessionId, shown, hasTasks],
  );
  // A cost that grows a moment later would be read as another run.
  if (!shown || !report || (last && active) || (hasTasks && !tasks)) return null;
  return <ReportCard report={report} cost={withTasks(costOfAll(shown, describe), tasks ?? null)} />;
}

interface Cost {
  usd: number;
  /** Part of it has no known price. */
  partial: boolean;
}

interface RunCost extends Cost {
  /** What its tasks cost of it; `null` without any. */
  tasks: number | null;
}

/** `null` where nothing has a price. */
function costOfAll(messages: readonly StoredMessage[], describe: ChatScene['describe']): Cost | null {
  const costs = messages.flatMap(({ role, usage, origin }) => {
    if (role !== 'assistant' || !usage || !origin) return [];
    const { practice, model } = describe(origin);
    return practice ? [] : [costOf(usage, model?.price)];
  });
  const known = costs.filter((cost) => cost !== null);
  if (known.length === 0) return null;
  return { usd: known.reduce((sum, cost) => sum + cost, 0), partial: known.length < costs.length };
}

function withTasks(own: Cost | null, tasks: TaskCosts | null): RunCost | null {
  if (!tasks || (tasks.usd === 0 && !tasks.partial)) return own && { ...own, tasks: null };
  if (!own && tasks.usd === 0) return null;
  return { usd: (own?.usd ?? 0) + tasks.usd, partial: !own || own.partial || tasks.partial, tasks: tasks.usd };
}

function ReportCard({ report, cost }: { report: WorkReport; cost: RunCost | null }) {
  const t = useT('work');
  const duration = useDurationLabel();
  const workLabel = useWorkLabel();
  const { steps, files, commands, rest, ms } = report;
  const price = cost && (cost.partial ? t('report.costAtLeast', { cost: formatCost(cost.usd) }) : formatCost(cost.usd));
  return (
    <section className={css['report']} aria-label={t('report.title')}>
      <header className={css['head']}>
        <strong>{t('report.title')}</strong>
        <p className={facts['facts']}>
          <span>{t('report.steps', { count: steps.length })}</span>
          <span>{duration(ms)}</span>
          {price !== null && <span>{price}</span>}
          {cost?.tasks != null && <span>{t('report.costOfTasks', { cost: formatCost(cost.tasks) })}</span>}
        </p>
        <FileChanges report={report} />
      </header>
      <Rows title={t('report.files', { count: files.length })} all={files} keyOf={({ path }) => path}>
        {(file) => <File file={file} />}
      </Rows>
      <Rows title={t('report.commands', { count: commands.length })} all={commands} keyOf={({ command }) => command}>
        {(command) => <Command ran={command} />}
      </Rows>
      {rest.length > 0 && (
        <div>
          {files.length + commands.length > 0 && <p className={css['title']}>{t('report.rest')}</p>}
          <p>{workLabel(rest)}</p>
        </div>
      )}
      <Disclosure className={css['steps']} summary={t('report.allSteps')}>
        <ol>
          {steps.map(({ id, deeds }, at) => (
            <li key={id}>
              <Go to={id}>
                <span className={css['number']}>{t('report.step', { step: at + 1 })}</span>{' '}
                <span className={css['what']}>{workLabel(groupDeeds(deeds))}</span>
              </Go>
            </li>
          ))}
        </ol>
      </Disclosure>
    </section>
  );
}

/** Leads to the file changes of the run, where they can be taken back. */
function FileChanges({ report: { files, commands, steps } }: { report: WorkReport }) {
  const t = useT('changes');
  const show = use(ShowPanelsContext);
  const button = useRef<HTMLButtonElement>(null);
  const run = files[0]?.step ?? commands[0]?.step ?? steps[0]?.id;
  if (!show || run === undefined || files.length + commands.length === 0) return null;
  return (
    <Button
      ref={button}
      small
      variant="quiet"
      icon={<FileDiff aria-hidden />}
      onClick={() => show(besideForChanges(button.current, { run }))}
    >
      {t('open')}
    </Button>
  );
}

interface RowsProps<Row> {
  title: string;
  all: readonly Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

function Rows<Row>({ title, all, keyOf, children }: RowsProps<Row>) {
  const t = useT('work');
  const [whole, setWhole] = useState(false);
  if (all.length === 0) return null;
  // One row more takes no more space than the button.
  const shown = whole || all.length <= SHOWN + 1 ? all : all.slice(0, SHOWN);
  return (
    <div>
      <p className={css['title']}>{title}</p>
      <ul>
        {shown.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {shown.length < all.length && (
        <Button small variant="quiet" onClick={() => setWhole(true)}>
          {t('report.more', { count: all.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

/** Goes to a step, which unfolds. */
function Go({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  const { actions } = useChatScene();
  return (
    <button type="button" className={css['row']} title={title} onClick={() => actions.goTo(to)}>
      {children}
    </button>
  );
}

function File({ file: { path, created, added, removed, partial, step } }: { file: ChangedFile }) {
  const t = useT('work');
  const lines = added + removed > 0;
  return (
    <Go to={step} title={visibleText(path).text}>
      {created ? <FilePlus2 aria-hidden /> : <FileDiff aria-hidden />}
      <PathName path={path} />{' '}
      <span className={css['end']}>
        {created && <span>{t('report.new')}</span>} {!lines && !created && <span>{t('report.changed')}</span>}
        {lines && <LineCounts added={added} removed={removed} partial={partial} />}
      </span>
    </Go>
  );
}

function Command({ ran: { command, times, end, ms, tests, step } }: { ran: RanCommand }) {
  const t = useT('work');
  const duration = useDurationLabel();
  const shown = visibleText(command.trim()).text;
  const failed = end === 'failed';
  const outcome = tests ? testsLabel(t, tests) : t(failed ? 'report.failed' : 'report.done');
  return (
    <Go to={step} title={shown}>
      {failed ? <CircleX className={css['bad']} aria-hidden /> : <CircleCheck className={css['good']} aria-hidden />}
      <code className={css['command']}>{shown}</code>{' '}
      <span className={css['end']}>
        {times > 1 && <span>{t('report.times', { count: times })}</span>}{' '}
        <span className={failed || (tests && tests.failed > 0) ? css['bad'] : undefined}>{outcome}</span>{' '}
        {ms !== null && <span className={css['ms']}>{duration(ms)}</span>}
      </span>
    </Go>
  );
}

function testsLabel(t: ReturnType<typeof useT<'work'>>, { passed, failed }: NonNullable<RanCommand['tests']>): string {
  if (failed > 0) return t('report.failedOf', { failed, all: passed + failed });
  return t('report.passed', { count: passed });
}
