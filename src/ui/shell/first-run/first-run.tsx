import { useEffect, useEffectEvent, useRef } from 'react';
import type { Connection } from '#contract/connection.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { FormsGuard } from '#ui/kit/controls/forms-guard.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { Mark } from '#ui/kit/brand/mark.tsx';
import { formatRoute } from '#ui/shared/navigation/route.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useFocusBack } from '#ui/kit/keyboard/use-focus-back.ts';
import { KeyForm } from '#ui/shared/secrets/key-form.tsx';
import { KeyTestOutcome } from '#ui/shared/secrets/key-test-outcome.tsx';
import { useCarriedKey } from '#ui/shared/secrets/use-carried-key.ts';
import { useKeyTest } from '#ui/shared/secrets/use-key-test.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { useLocalServers } from '#ui/shared/vendors/use-local-servers.ts';
import { LANGUAGES, type Language } from '#texts/languages.ts';
import css from './first-run.module.css';

const LocalModels = lazyPart(async () => (await import('./local-models.tsx')).LocalModels);

/** The step with the models of this computer. No connection has this id. */
const LOCAL = 'local';

interface FirstRunProps {
  /** The step in the address: none, choosing a vendor (''), the models of this computer, or the key for this connection. */
  add: string | undefined;
  /** Opens a conversation with this model, or the first one of the connection. */
  onStart: (connection: Connection, model?: string) => void;
}

/** Readable in every language: who cannot read the page looks for it. */
function languageLabel(language: Language): string {
  const others = [...LANGUAGES].flatMap(([id, { word }]) => (id === language ? [] : [word]));
  return `${LANGUAGES.get(language)?.word ?? ''} (${others.join(', ')})`;
}

/** The welcome page before the first conversation: what Baton is, and the two ways to start. */
export function FirstRun(props: FirstRunProps) {
  const t = useT('frame');
  const language = useLanguage();
  const change = useAppearance((state) => state.change);
  return (
    <main className={css['screen']}>
      <div className={css['corner']}>
        <Segmented
          label={languageLabel(language)}
          value={language}
          onChange={(next) => change({ language: next })}
          options={[...LANGUAGES].map(([value, { name }]) => ({ value, label: name, lang: value }))}
        />
      </div>
      <div className={css['column']}>
        <div className={css['intro']}>
          <Mark size="2.75rem" />
          <h1 className={css['title']}>{t('first.title')}</h1>
          <p className={css['lead']}>{t('first.body')}</p>
        </div>
        <FormsGuard>
          <Steps {...props} />
        </FormsGuard>
      </div>
    </main>
  );
}

/** Each step has its own address, so that the browser's Back and Forward move between them. */
function Steps({ add, onStart }: FirstRunProps) {
  const t = useT('frame');
  const transfer = useT('transfer');
  const local = useT('localServers');
  const messageOf = useProblemMessage();
  const { connections, error, reload } = useConnections();
  const search = useLocalServers();
  const { carry, carriedTo } = useCarriedKey();
  const adder = useFocusBack(add !== undefined && add !== LOCAL);
  const searcher = useFocusBack(add === LOCAL);
  if (!connections) {
    return error ? (
      <RetryNotice onRetry={() => void reload()}>{messageOf(error)}</RetryNotice>
    ) : (
      <p className={css['waiting']} role="status">
        {t('first.waiting')}
      </p>
    );
  }
  const practice = connections.find((one) => one.practice);
  if (add === undefined) {
    return (
      <div className={css['ways']}>
        <section className={css['way']} aria-labelledby="first-add">
          <h2 id="first-add" className={css['wayTitle']}>
            {t('first.addTitle')}
          </h2>
          <p className={css['wayBody']}>{t('first.addBody')}</p>
          <Button ref={adder} variant="primary" onClick={pick}>
            {t('first.addButton')}
          </Button>
        </section>
        <section className={css['way']} aria-labelledby="first-local">
          <h2 id="first-local" className={css['wayTitle']}>
            {local('title')}
          </h2>
          <p className={css['wayBody']}>{local('first')}</p>
          <Button
            ref={searcher}
            onClick={() => {
              void search.search();
              navigate({ name: 'home', add: LOCAL });
            }}
          >
            {local('search')}
          </Button>
        </section>
        {practice && (
          <section className={css['way']} aria-labelledby="first-try">
            <h2 id="first-try" className={css['wayTitle']}>
              {t('first.tryTitle')}
            </h2>
            <p className={css['wayBody']}>{t('first.tryBody')}</p>
            <Button onClick={() => onStart(practice)}>{t('first.tryButton')}</Button>
          </section>
        )}
        <p className={css['import']}>
          <a href={formatRoute({ name: 'settings', page: 'history', focus: 'import' })}>{transfer('fromElsewhere')}</a>
        </p>
      </div>
    );
  }
  if (add === LOCAL) return <LocalModels search={search} onStart={onStart} onBack={() => navigate({ name: 'home' })} />;
  const connection = connections.find((one) => one.id === add);
  if (!connection) {
    return (
      <PickVendor
        connections={connections.filter((one) => !one.practice && !one.custom)}
        onBack={() => navigate({ name: 'home' })}
        onPick={({ id }) => navigate({ name: 'home', add: id })}
      />
    );
  }
  if (connection.needsKey) {
    return (
      <div className={css['panel']}>
        <h2 className={css['panelTitle']}>
          <VendorMark vendor={connection.vendor} />
          {connection.label}
        </h2>
        <KeyForm
          key={connection.id}
          connection={connection}
          carried={carriedTo(connection.id)}
          onOther={(other, key) => {
            carry(other.id, key);
            navigate({ name: 'home', add: other.id }, { replace: true });
          }}
          onCancel={pick}
          onSaved={onStart}
        />
      </div>
    );
  }
  return <LocalServer connection={connection} onStart={() => onStart(connection)} onBack={pick} />;
}

const pick = () => navigate({ name: 'home', add: '' });

interface PickVendorProps {
  connections: readonly Connection[];
  onPick: (connection: Connection) => void;
  onBack: () => void;
}

function PickVendor({ connections, onPick, onBack }: PickVendorProps) {
  const t = useT('frame');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className={css['panel']}>
      <h2 className={css['panelTitle']}>{t('first.pickVendor')}</h2>
      <ul className={css['vendors']}>
        {connections.map((connection, index) => (
          <li key={connection.id}>
            <button
              ref={index === 0 ? first : null}
              type="button"
              className={css['vendor']}
              onClick={() => onPick(connection)}
            >
              <VendorMark vendor={connection.vendor} />
              {connection.label}
            </button>
          </li>
        ))}
      </ul>
      <div className={css['footer']}>
        <Button variant="quiet" onClick={onBack}>
          {t('first.back')}
        </Button>
        <Button variant="quiet" onClick={() => navigate({ name: 'settings', page: 'vendors', focus: 'new' })}>
          {t('first.other')}
        </Button>
      </div>
    </div>
  );
}

function Ready({ connection, onStart }: { connection: Connection; onStart: () => void }) {
  const t = useT('frame');
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <div className={css['panel']} role="status">
      <h2 className={css['panelTitle']}>
        <VendorMark vendor={connection.vendor} />
        {t('first.doneTitle', { vendor: connection.label })}
      </h2>
      <div>
        <Button ref={start} variant="primary" onClick={onStart}>
          {t('first.start')}
        </Button>
      </div>
    </div>
  );
}

interface LocalServerProps {
  connection: Connection;
  onStart: () => void;
  onBack: () => void;
}

/** A server that needs no key may still not be running. */
function LocalServer({ connection, onStart, onBack }: LocalServerProps) {
  const t = useT('frame');
  const settings = useT('settings');
  const common = useT('common');
  const { state, test } = useKeyTest(connection);
  const testAtOnce = useEffectEvent(test);
  useEffect(() => void testAtOnce(), []);
  const ended = state.kind === 'answered' || state.kind === 'failed';
  if (state.kind === 'answered' && state.result.ok) return <Ready connection={connection} onStart={onStart} />;
  return (
    <div className={css['panel']}>
      <h2 className={css['panelTitle']}>
        <VendorMark vendor={connection.vendor} />
        {connection.label}
      </h2>
      {ended ? (
        <KeyTestOutcome connection={connection} state={state} />
      ) : (
        <p className={css['waiting']} role="status">
          {settings('key.testing')}
        </p>
      )}
      <div className={css['footer']}>
        <Button variant="quiet" onClick={onBack}>
          {t('first.back')}
        </Button>
        {ended && <Button onClick={() => void test()}>{common('retry')}</Button>}
      </div>
    </div>
  );
}
