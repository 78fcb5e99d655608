import { useEffect, useRef, useState } from 'react';
import { fillTemplate } from '#tools/offerings.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { EditModal } from '#ui/kit/controls/edit-modal.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { FillForm, type Values } from './fill-form.tsx';
import type { InsertProps } from './insert-from-server.tsx';
import { OfferingList } from './offering-list.tsx';
import { fieldsOf, type Offering } from './offering.ts';
import { useOfferings } from './use-offerings.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './insert.module.css';

/** Finds a server's resource or prompt, asks for its arguments, and inserts it into the message. */
export function InsertDialog({ sessionId, onAttach, onInsert, onClose }: InsertProps) {
  const t = useT('insert');
  const messageOf = useErrorMessage();
  const { flows } = useServices().agent;
  const { offerings, problem, reload } = useOfferings(sessionId);
  const [chosen, setChosen] = useState<Offering | null>(null);
  /** What was written for each offering. It stays while the user looks at others. */
  const [written, setWritten] = useState<Readonly<Record<string, Values>>>({});
  const [reading, setReading] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const leave = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leave.current = controller;
    return () => controller.abort();
  }, []);

  const take = async (offering: Offering, values: Values) => {
    const { server } = offering;
    const { signal } = leave.current;
    setReading(offering.name);
    setFailure(null);
    try {
      if (offering.kind === 'prompt') {
        const { text: said, contents } = await flows.fillPrompt(server, offering.id, values, signal);
        signal.throwIfAborted();
        if (said !== '') onInsert(said);
        if (contents.length > 0) onAttach(contents, server);
      } else {
        const uri = offering.kind === 'resource' ? offering.uri : fillTemplate(offering.template, values);
        const contents = await flows.readResource(server, { uri, name: offering.name }, signal);
        signal.throwIfAborted();
        if (contents.length === 0) throw new Error(t('nameless'));
        onAttach(contents, server);
      }
      onClose();
    } catch (error) {
      if (!signal.aborted) setFailure(messageOf(error));
    } finally {
      setReading(null);
    }
  };
  const choose = (offering: Offering) => {
    setFailure(null);
    if (fieldsOf(offering).length > 0) setChosen(offering);
    else void take(offering, {});
  };

  return (
    <EditModal
      open
      wide
      unsaved={Object.values(written).some((values) => Object.values(values).some((value) => value !== ''))}
      onClose={onClose}
      title={chosen ? chosen.name : t('title')}
      description={chosen ? t('fill.server', { server: chosen.label }) : t('description')}
      initialFocus={search}
    >
      {failure !== null && (
        <Notice tone="danger" live>
          {t('problem', { server: chosen?.label ?? reading ?? '', problem: failure })}
        </Notice>
      )}
      {chosen ? (
        <FillForm
          key={chosen.key}
          offering={chosen}
          values={written[chosen.key] ?? {}}
          onValues={(values) => setWritten((before) => ({ ...before, [chosen.key]: values }))}
          busy={reading !== null}
          onBack={() => setChosen(null)}
          onFilled={(values) => void take(chosen, values)}
        />
      ) : (
        <>
          {problem !== null && (
            <Notice
              tone="danger"
              live
              actions={
                <Button small onClick={reload}>
                  {t('again')}
                </Button>
              }
            >
              {messageOf(problem)}
            </Notice>
          )}
          {offerings?.all.length === 0 ? (
            <div className={css['none']}>
              <p>{t('empty')}</p>
              <Button small variant="quiet" onClick={() => navigate({ name: 'settings', page: 'tools' })}>
                {t('settings')}
              </Button>
            </div>
          ) : (
            <OfferingList
              all={offerings?.all ?? null}
              waiting={problem === null}
              busy={reading !== null}
              search={search}
              onChoose={choose}
            />
          )}
          <p className={text['quiet']} role="status">
            {reading !== null && t('reading', { name: reading })}
          </p>
          {offerings?.problems.map(({ server, label, message }) => (
            <p key={server} className={text['warn']}>
              {t('problem', { server: label, problem: message })}
            </p>
          ))}
        </>
      )}
    </EditModal>
  );
}
