import { useEffect, useRef, useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { VectorChoice } from '#flows/projects/vectors/vector-choices.ts';
import type { ProjectVectors as Vectors } from '#flows/projects/vectors/project-vectors.ts';
import type { VectorWork } from '#state/vector-work.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { ProgressBox } from '#ui/kit/controls/progress-box.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { staysHere, WorkModelForm } from '#ui/shared/models/work-model-form.tsx';
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
        <WorkModelForm
          work="embeddings"
          connections={connections}
          labels={{
            connection: t('vectors.connection'),
            model: t('vectors.model'),
            choose: t('vectors.start'),
            nobody: t('vectors.nobody'),
          }}
          renderNotice={(one) => {
            const leaving = { vendor: one.label, tokens: formatTokens(tokens) };
            return (
              <>
                <p>
                  {staysHere(one)
                    ? t('vectors.leavesHere', leaving)
                    : t('vectors.leaves', { ...leaving, address: new URL(one.baseUrl).host })}
                </p>
                <p>{t('vectors.stays')}</p>
              </>
            );
          }}
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
