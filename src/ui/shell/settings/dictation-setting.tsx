import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import {
  DICTATION_KEY,
  type DictationChoice,
  readDictationChoice,
  transcriptionModels,
} from '#flows/dictation/dictation-choice.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isFocusLost } from '#ui/kit/keyboard/is-focus-lost.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import css from './dictation-setting.module.css';

const NO_CONNECTIONS: readonly Connection[] = [];

/** Those with models that write speech down, practice last. */
const offeredOf = (connections: readonly Connection[]): Connection[] =>
  connections
    .filter((one) => one.configured && transcriptionModels(one) !== null)
    .sort((a, b) => Number(a.practice) - Number(b.practice));

/** Who writes down what the user dictates. Nobody does before the user says so. */
export function DictationSetting() {
  const t = useT('dictation');
  const attempt = useAsyncAction();
  const { settings } = useServices();
  const { connections = NO_CONNECTIONS } = useConnections();
  const stored = useStore(settings.store, ({ values }) => values.get(DICTATION_KEY));
  const choice = readDictationChoice(stored);
  const [choosing, setChoosing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isChosen = choice !== null;
  const before = useRef({ choosing, isChosen });
  // What had the focus is gone then.
  useEffect(() => {
    const { current } = before;
    before.current = { choosing, isChosen };
    if (current.choosing === choosing && current.isChosen === isChosen) return;
    if (isFocusLost()) place.current?.querySelector<HTMLElement>('select, button')?.focus();
  }, [choosing, isChosen]);
  const store = (next: DictationChoice | null) => attempt(settings.set(DICTATION_KEY, next));
  return (
    <div ref={place}>
      <Setting label={t('setting')} hint={t('settingHint')}>
        {choice ? (
          <>
            <span className={css['chosen']}>
              {t('setting.by', {
                model: choice.model,
                vendor: connections.find(({ id }) => id === choice.connection)?.label ?? choice.connection,
              })}
            </span>
            <Button small onClick={() => void store(null)}>
              {t('setting.off')}
            </Button>
          </>
        ) : (
          !choosing && (
            <Button small onClick={() => setChoosing(true)}>
              {t('setting.choose')}
            </Button>
          )
        )}
      </Setting>
      {!choice && choosing && (
        <Choosing
          connections={offeredOf(connections)}
          onCancel={() => setChoosing(false)}
          onChoose={(chosen) => {
            setChoosing(false);
            void store(chosen);
          }}
        />
      )}
    </div>
  );
}

interface ChoosingProps {
  connections: readonly Connection[];
  onCancel: () => void;
  onChoose: (choice: DictationChoice) => void;
}

function Choosing({ connections, onCancel, onChoose }: ChoosingProps) {
  const t = useT('dictation');
  const common = useT('common');
  const list = useId();
  const [id, setId] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const connection = connections.find((one) => one.id === id) ?? connections[0];
  if (!connection)
    return (
      <div className={css['choosing']}>
        <p>{t('setting.nobody')}</p>
        <Button small onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
    );
  const models = transcriptionModels(connection) ?? [];
  const model = (typed ?? models[0] ?? '').trim();
  const { label: vendor } = connection;
  return (
    <div className={css['choosing']}>
      <Select
        label={t('setting.connection')}
        value={connection.id}
        options={connections.map((one) => ({ value: one.id, label: one.label }))}
        onChange={(next) => {
          setId(next);
          setTyped(null);
        }}
      />
      <Field
        label={t('setting.model')}
        list={list}
        value={typed ?? models[0] ?? ''}
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
            ? t('setting.leavesHere', { vendor })
            : t('setting.leaves', { vendor, address: new URL(connection.baseUrl).host })}
        </p>
        <p>{t('setting.stays')}</p>
      </Notice>
      <div className={css['buttons']}>
        <Button
          small
          variant="primary"
          disabled={model === ''}
          onClick={() => onChoose({ connection: connection.id, model })}
        >
          {t('setting.on')}
        </Button>
        <Button small onClick={onCancel}>
          {common('cancel')}
        </Button>
      </div>
    </div>
  );
}
