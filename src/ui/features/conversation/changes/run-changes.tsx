import { Undo2 } from 'lucide-react';
import { useId, useMemo } from 'react';
import type { CallChanges } from '#contract/checkpoints.ts';
import { textOf } from '#core/message-text.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useConversation } from '#ui/features/conversation/scene/conversation-context.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import typography from '#ui/kit/controls/text.module.css';
import { useClock } from '#ui/kit/time/use-clock.ts';
import { formatMoment } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { visibleText } from '#ui/kit/text/visible-text.ts';
import { FileChangeRow } from './file-change-row.tsx';
import { filesOf, type RunGroup } from './group-changes.ts';
import type { TakeBackRequest } from './take-back-request.ts';
import css from './changes.module.css';

export type Grouping = 'files' | 'steps';

interface RunChangesProps {
  rootId: string;
  group: RunGroup;
  grouping: Grouping;
  /** A step that is unfolded and in view from the start. */
  begin: string | undefined;
  /** In view from the start. */
  isFirst: boolean;
  /** Nothing can be taken back now. */
  blocked: boolean;
  onAsk: (request: TakeBackRequest) => void;
}

const TITLE = 120;

/** The message of the user that came before one of these answers. */
function questionOf(messages: readonly StoredMessage[], steps: ReadonlySet<string>): string {
  const at = messages.findIndex(({ id }) => steps.has(id));
  const asked = messages.slice(0, Math.max(0, at)).findLast(({ role }) => role === 'user');
  return asked ? textOf(asked).trim().replace(/\s+/g, ' ').slice(0, TITLE) : '';
}

/** The changes of one run, by file or by step. */
export function RunChanges({ rootId, group, grouping, begin, isFirst, blocked, onAsk }: RunChangesProps) {
  const t = useT('changes');
  const language = useLanguage();
  const now = useClock(true, 60_000);
  const id = useId();
  const { messages } = useConversation();
  const { run, calls, files, isTakeBack } = group;
  const steps = useMemo(() => new Set(calls.map(({ step }) => step)), [calls]);
  const title = isTakeBack ? t('run.takenBack') : questionOf(messages, steps) || t('run.untitled');
  const selection = { runs: [run] };
  const byStep = Map.groupBy(calls, ({ step }) => step);
  const [first] = calls;
  return (
    <section
      className={css['run']}
      aria-labelledby={id}
      ref={(section) => {
        if (isFirst) section?.scrollIntoView({ block: 'start' });
      }}
    >
      <header className={css['runHead']}>
        <div className={css['runTitle']}>
          <h3 id={id} className={css['runName']}>
            {visibleText(title).text}
          </h3>
          <p className={typography['quiet']}>
            {t('files', { count: files.length })}
            {first && ` · ${formatMoment(first.at, now, language)}`}
          </p>
        </div>
        {files.length > 0 && (
          <Button
            small
            icon={<Undo2 aria-hidden />}
            disabled={blocked}
            onClick={() => onAsk({ kind: isTakeBack ? 'undo' : 'run', selection })}
          >
            {t(isTakeBack ? 'undo.run' : 'take.run')}
          </Button>
        )}
      </header>
      {grouping === 'files' || isTakeBack ? (
        <>
          <ul>
            {files.map((file) => (
              <FileChangeRow
                key={file.path}
                rootId={rootId}
                file={file}
                selection={selection}
                blocked={blocked}
                onAsk={onAsk}
              />
            ))}
          </ul>
          {calls.map((call) => (
            <Limits key={call.call} call={call} />
          ))}
        </>
      ) : (
        <ol className={css['steps']}>
          {[...byStep].map(([step, own]) => (
            <Step
              key={step}
              rootId={rootId}
              step={step}
              calls={own}
              isFirst={step === begin}
              blocked={blocked}
              onAsk={onAsk}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

interface StepProps {
  rootId: string;
  step: string;
  calls: readonly CallChanges[];
  isFirst: boolean;
  blocked: boolean;
  onAsk: (request: TakeBackRequest) => void;
}

function Step({ rootId, step, calls, isFirst, blocked, onAsk }: StepProps) {
  const t = useT('changes');
  const { messages, actions } = useConversation();
  const selection = { steps: [step] };
  const isHere = messages.some(({ id }) => id === step);
  const commands = calls.flatMap(({ command }) => (command === null ? [] : [command]));
  const done = [...new Set(calls.map(({ tool }) => t(`tool.${tool}`)))].join(', ');
  return (
    <li
      className={css['step']}
      ref={(row) => {
        if (isFirst) row?.scrollIntoView({ block: 'start' });
      }}
    >
      <p className={css['stepTitle']}>{done}</p>
      {commands.map((command, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that never changes
        <code key={at} className={css['command']}>
          {visibleText(command).text}
        </code>
      ))}
      <ul>
        {filesOf(calls).map((file) => (
          <FileChangeRow
            key={file.path}
            rootId={rootId}
            file={file}
            selection={selection}
            begin={isFirst}
            blocked={blocked}
            onAsk={onAsk}
          />
        ))}
      </ul>
      {calls.map((call) => (
        <Limits key={call.call} call={call} />
      ))}
      <div className={css['actions']}>
        <Button
          small
          variant="quiet"
          disabled={blocked || calls.every(({ changes }) => changes.length === 0)}
          onClick={() => onAsk({ kind: 'step', selection })}
        >
          {t('take.step')}
        </Button>
        {isHere && (
          <Button small variant="quiet" onClick={() => actions.goTo(step)}>
            {t('show.step')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What of a call is not listed, and why. */
function Limits({ call: { look, more } }: { call: CallChanges }) {
  const t = useT('changes');
  const said = [
    more > 0 ? t('more', { count: more }) : null,
    look?.partial ? t(`look.${look.partial}`) : null,
    look && look.uncopied > 0 ? t('look.uncopied', { count: look.uncopied }) : null,
    look?.interrupted ? t('look.interrupted') : null,
  ].filter((text) => text !== null);
  return said.map((text) => (
    <p key={text} className={typography['quiet']}>
      {text}
    </p>
  ));
}
