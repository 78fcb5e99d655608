import { LoaderCircle, Search } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { McpDirectoryState } from '#contract/mcp-directory.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useFormStored } from '#ui/kit/controls/forms-guard.tsx';
import { Field } from '#ui/kit/controls/field.tsx';
import { RetryNotice } from '#ui/kit/controls/retry-notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { DirectoryHit } from './directory-hit.tsx';
import { type Found, useDirectory } from './use-directory.ts';
import button from '#ui/kit/controls/button.module.css';
import field from '#ui/kit/controls/field.module.css';
import rows from '#ui/kit/controls/rows.module.css';
import text from '#ui/kit/controls/text.module.css';
import css from './directory-search.module.css';

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

type Fills = Omit<ComponentProps<typeof DirectoryHit>, 'hit'>;

/** Public servers to search in. A hit fills the form; nothing is added before the user has seen it. */
export function DirectorySearch({ onFill, onBundle }: Fills) {
  const t = useT('mcp');
  const problemMessage = useProblemMessage();
  const directory = useDirectory();
  const { state, found, busy, error } = directory;
  return (
    <div className={field['stack']}>
      {state === null && error === null && <p className={text['quiet']}>{t('loading')}</p>}
      {state !== null && !state.agreed && <Consent state={state} busy={busy} directory={directory} />}
      {state?.agreed && (
        <>
          <SearchForm busy={busy} onSearch={(search) => void directory.search(search)} />
          <p className={text['quiet']}>
            {t('directory.unchecked')}{' '}
            {state.address === state.practice
              ? t('directory.examplesHint')
              : t('directory.asked', { host: hostOf(state.address) })}{' '}
            <Button small variant="quiet" disabled={busy} onClick={() => void directory.leave()}>
              {t('directory.leave')}
            </Button>
          </p>
        </>
      )}
      {error !== null && (
        <RetryNotice onRetry={() => void (found ? directory.search(found.search) : directory.load())}>
          {problemMessage(error)}
        </RetryNotice>
      )}
      {found !== null && (
        <Results found={found} busy={busy} onFill={onFill} onBundle={onBundle} onMore={() => void directory.more()} />
      )}
    </div>
  );
}

interface ConsentProps {
  state: McpDirectoryState;
  busy: boolean;
  directory: ReturnType<typeof useDirectory>;
}

/** What searching tells whom, before anything is asked. */
function Consent({ state: { address, standard, practice }, busy, directory }: ConsentProps) {
  const t = useT('mcp');
  const stored = useFormStored();
  const [own, setOwn] = useState(address === standard ? '' : address);
  return (
    <>
      <p>{t('directory.intro', { host: hostOf(address) })}</p>
      <p className={text['quiet']}>{t('directory.unchecked')}</p>
      <div className={css['actions']}>
        <Button variant="primary" busy={busy} onClick={() => void directory.agree()}>
          {t('directory.agree')}
        </Button>
        {practice !== null && (
          <Button disabled={busy} onClick={() => void directory.setAddress(practice)}>
            {t('directory.examples')}
          </Button>
        )}
      </div>
      <Disclosure summary={t('directory.address')} open={address !== standard}>
        <form
          className={field['stack']}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            void directory.setAddress(own.trim() === '' ? null : own.trim()).then((done) => done && stored(form));
          }}
        >
          <Field
            mono
            type="url"
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            label={t('directory.addressLabel')}
            hint={t('directory.addressHint')}
            placeholder={standard}
            value={own}
            onChange={({ target }) => setOwn(target.value)}
          />
          <div className={css['actions']}>
            <Button small type="submit" disabled={busy}>
              {t('directory.save')}
            </Button>
          </div>
        </form>
      </Disclosure>
    </>
  );
}

function SearchForm({ busy, onSearch }: { busy: boolean; onSearch: (search: string) => void }) {
  const t = useT('mcp');
  const [search, setSearch] = useState('');
  return (
    <form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(search);
      }}
    >
      <Field
        autoFocus
        type="search"
        autoComplete="off"
        maxLength={200}
        label={t('directory.label')}
        hint={t('directory.hint')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {/* The words of one search may be written while another goes on. */}
      <Button
        type="submit"
        aria-busy={busy || undefined}
        icon={busy ? <LoaderCircle className={button['spinner']} aria-hidden /> : <Search aria-hidden />}
      >
        {t('directory.search')}
      </Button>
    </form>
  );
}

interface ResultsProps extends Fills {
  found: Found;
  busy: boolean;
  onMore: () => void;
}

function Results({ found: { search, hits, unread, next }, busy, onFill, onBundle, onMore }: ResultsProps) {
  const t = useT('mcp');
  return (
    <>
      <p className={text['quiet']} aria-live="polite">
        {hits.length > 0
          ? t('directory.found', { count: hits.length })
          : search === ''
            ? t('directory.empty')
            : t('directory.none', { search })}
        {unread > 0 && ` · ${t('directory.unread', { count: unread })}`}
      </p>
      {hits.length > 0 && (
        <ul className={rows['list']} aria-label={t('directory.results')}>
          {hits.map((hit) => (
            <DirectoryHit key={`${hit.name} ${hit.version}`} hit={hit} onFill={onFill} onBundle={onBundle} />
          ))}
        </ul>
      )}
      {next !== null && (
        <div className={css['actions']}>
          <Button busy={busy} onClick={onMore}>
            {t('directory.more')}
          </Button>
        </div>
      )}
    </>
  );
}
