import { useEffect, useId, useRef, useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import { embeddingModels, type VectorChoice } from '#flows/projects/vectors/vector-choices.ts';
import type { ProjectVectors as Vectors } from '#flows/projects/vectors/project-vectors.ts';
import type { VectorWork } from '#state/vector-work.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import css from './projects.module.css';
import { useProjectAction } from './use-project-action.ts';
import { useProjectVectors } from './use-project-vectors.ts';

const NO_CONNECTIONS: readonly Connection[] = [];

interface ProjectVectorsProps {
  folder: string;
  /** Of all files. */
  tokens: number;
}

/** The embedding model by which the files of a project are searched, too. Nothing is sent before the user says so. */
export function ProjectVectors({ folder, tokens }: ProjectVectorsProps) {
  const t = useT('projects');
  const { choice, work, vectors } = useProjectVectors(folder);
  const attempt = useProjectAction();
  const { connections = NO_CONNECTIONS } = useConnections();
  const [choosing, setChoosing] = useState(false);
  const section = useRef<HTMLElement>(null);
  const isChosen = choice !== null;
  const shown = useRef({ choosing, isChosen });
  // What had the focus is gone then.
  useEffect(() => {
    if (shown.current.choosing !== choosing || (shown.current.isChosen && !isChosen)) section.current?.focus();
    shown.current = { choosing, isChosen };
  }, [choosing, isChosen]);
  const act = (run: (loaded: Vectors) => Promise<void>) =>
    attempt(async () => {
      await run(await vectors());
      return true;
    });
  return (
    <section ref={section} tabIndex={-1} className={css['vectors']} aria-label={t('vectors')}>
      <div className={css['line']}>
        <span className={css['filesName']}>{t('vectors')}</span>
        {!choice && !choosing && (
          <Button small onClick={() => setChoosing(true)}>
            {t('vectors.choose')}
          </Button>
        )}
      </div>
      {choice ? (
        <Chosen folder={folder} choice={choice} work={work} connections={connections} act={act} />
      ) : choosing ? (
        <Choosing
          connections={offeredOf(connections)}
          tokens={tokens}
          onCancel={() => setChoosing(false)}
          onChoose={async (chosen) => {
            if (await act((loaded) => loaded.choose(folder, chosen))) setChoosing(false);
          }}
        />
      ) : (
        <p className={css['note']}>{t('vectors.none')}</p>
      )}
    </section>
  );
}

/** Those with embedding models, practice last. */
const offeredOf = (connections: readonly Connection[]): Connection[] =>
  connections
    .filter((one) => one.configured && embeddingModels(one) !== null)
    .sort((a, b) => Number(a.practice) - Number(b.practice));

interface ChosenProps {
  folder: string;
  choice: VectorChoice;
  work: VectorWork | null;
  connections: readonly Connection[];
  /** Shows a failure and resolves with `null`. */
  act: (run: (loaded: Vectors) => Promise<void>) => Promise<boolean | null>;
}

function Chosen({ folder, choice, work, connections, act }: ChosenProps) {
  const t = useT('projects');
  const say = useReasonOrQuote();
  const toast = useToast();
  const vendor = connections.find(({ id }) => id === choice.connection)?.label ?? choice.connection;
  const state = choice.paused ? 'paused' : (work?.state ?? 'elsewhere');
  const withdraw = async () => {
    if (await act((loaded) => loaded.withdraw(folder))) toast({ title: t('vectors.offDone') });
  };
  return (
    <>
      <div className={css['line']}>
        <span className={css['file']}>{t('vectors.by', { model: choice.model, vendor })}</span>
        <Button small variant="quiet" onClick={() => void withdraw()}>
          {t('vectors.off')}
        </Button>
      </div>
      {state === 'working' && work && (
        <ProgressBox
          title={t('vectors.working', { vendor })}
          phase=""
          numbers={[t('vectors.part', { done: formatTokens(work.done), total: formatTokens(work.total) })]}
          part={work.total === 0 ? null : Math.floor((100 * work.done) / work.total)}
          hint={t('vectors.meanwhile')}
          stop={{ label: t('vectors.stop'), busy: false, run: () => void act((loaded) => loaded.pause(folder)) }}
        />
      )}
      {state === 'ready' && <p className={css['note']}>{t('vectors.ready')}</p>}
      {state === 'elsewhere' && work && <p className={css['note']}>{t('vectors.elsewhere')}</p>}
      {(state === 'paused' || state === 'failed') && (
        <Notice
          tone={state === 'failed' ? 'warning' : 'info'}
          title={t(`vectors.${state}`)}
          live
          actions={
            <Button small onClick={() => void act((loaded) => loaded.resume(folder))}>
              {t('vectors.resume')}
            </Button>
          }
        >
          {state === 'failed' && work?.reason && say(work.reason)} {t('vectors.meanwhile')}
        </Notice>
      )}
    </>
  );
}

interface ChoosingProps {
  connections: readonly Connection[];
  tokens: number;
  onCancel: () => void;
  onChoose: (choice: Pick<VectorChoice, 'connection' | 'model'>) => Promise<void>;
}

function Choosing({ connections, tokens, onCancel, onChoose }: ChoosingProps) {
  const t = useT('projects');
  const common = useT('common');
  const list = useId();
  const [id, setId] = useState(connections[0]?.id ?? '');
  const connection = connections.find((one) => one.id === id) ?? connections[0];
  const models = (connection && embeddingModels(connection)) ?? [];
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const model = typed ?? models[0] ?? '';
  if (!connection)
    return (
      <div className={css['line']}>
        <p className={css['note']}>{t('vectors.nobody')}</p>
        <Button small onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
    );
  const choose = async () => {
    setBusy(true);
    await onChoose({ connection: connection.id, model: model.trim() });
    setBusy(false);
  };
  return (
    <>
      <Select
        label={t('vectors.connection')}
        value={connection.id}
        options={connections.map((one) => ({ value: one.id, label: one.label }))}
        onChange={(next) => {
          setId(next);
          setTyped(null);
        }}
      />
      <Field
        label={t('vectors.model')}
        list={list}
        value={model}
        mono
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <datalist id={list}>
        {models.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Notice tone="warning">
        <p>
          {connection.practice || connection.network === 'loopback'
            ? t('vectors.leavesHere', { vendor: connection.label, tokens: formatTokens(tokens) })
            : t('vectors.leaves', {
                vendor: connection.label,
                address: new URL(connection.baseUrl).host,
                tokens: formatTokens(tokens),
              })}
        </p>
        <p>{t('vectors.stays')}</p>
      </Notice>
      <div className={css['line']}>
        <Button small variant="primary" busy={busy} disabled={model.trim() === ''} onClick={() => void choose()}>
          {t('vectors.start')}
        </Button>
        <Button small onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
    </>
  );
}
