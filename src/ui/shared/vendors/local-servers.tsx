import { LoaderCircle } from 'lucide-react';
import type { Connection } from '#contract/connection.ts';
import type { LocalModel } from '#contract/local-servers.ts';
import button from '#ui/kit/controls/button.module.css';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { formatTokens } from '#ui/kit/i18n/format.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { type LocalSearch, useChooseLocalModel } from './use-local-servers.ts';
import { VendorMark } from './vendor-mark.tsx';
import css from './local-servers.module.css';

/** How each program is started. Jan has no command. */
const COMMANDS = [
  ['Ollama', 'ollama serve'],
  ['LM Studio', 'lms server start'],
  ['llama.cpp', 'llama-server -m model.gguf'],
  ['vLLM', 'vllm serve Qwen/Qwen3-8B'],
] as const;

interface LocalServersProps {
  search: LocalSearch;
  onChosen: (connection: Connection, model: string) => void;
}

/** The model servers that were found on this computer, each with its models to choose from. */
export function LocalServers({ search: { servers, searching, error }, onChosen }: LocalServersProps) {
  const t = useT('localServers');
  const messageOf = useProblemMessage();
  const { chosen, choose, error: refusal } = useChooseLocalModel(onChosen);
  const failure = error ?? refusal;
  return (
    <div className={css['found']}>
      {failure !== null && (
        <Notice tone="danger" live>
          {messageOf(failure)}
        </Notice>
      )}
      <p role="status" className={css['status']}>
        {searching ? (
          <>
            <LoaderCircle className={button['spinner']} aria-hidden /> {t('searching')}
          </>
        ) : (
          servers && (servers.length > 0 ? t('found', { count: servers.length }) : t('none'))
        )}
      </p>
      {!searching && servers?.length === 0 && <HowToStart />}
      {!searching &&
        servers?.map((server) => (
          <section key={server.baseUrl} aria-label={server.label}>
            <p className={css['server']}>
              <VendorMark vendor={server.vendor} />
              {server.label} <span className={css['address']}>{server.baseUrl}</span>
            </p>
            {server.models.length === 0 && <p className={css['status']}>{t('noModels')}</p>}
            <ul className={css['models']}>
              {server.models.map((model) => (
                <li key={model.id}>
                  <button
                    type="button"
                    className={css['model']}
                    aria-busy={chosen === model || undefined}
                    onClick={() => choose(server, model)}
                  >
                    <span className={css['name']}>{model.id}</span>
                    <ModelLimits model={model} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function ModelLimits({ model: { contextWindow, maxContextWindow, remote } }: { model: LocalModel }) {
  const t = useT('localServers');
  const max = maxContextWindow === null ? '' : formatTokens(maxContextWindow);
  const less = contextWindow !== null && maxContextWindow !== null && contextWindow < maxContextWindow;
  return (
    <>
      <span className={css['limits']}>
        {contextWindow === null
          ? t(max === '' ? 'windowUnknown' : 'windowMax', { max })
          : t(less ? 'windowOf' : 'window', { window: formatTokens(contextWindow), max })}
      </span>
      {remote && <span className={css['limits']}>{t('remote')}</span>}
    </>
  );
}

function HowToStart() {
  const t = useT('localServers');
  return (
    <>
      <p className={css['status']}>{t('how')}</p>
      <dl className={css['commands']}>
        {COMMANDS.map(([program, command]) => (
          <div key={program}>
            <dt>{program}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
        <div>
          <dt>Jan</dt>
          <dd>{t('jan')}</dd>
        </div>
      </dl>
    </>
  );
}
