import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#ui/kit/controls/button.tsx';
import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import css from './paste-form.module.css';

/** Where other clients store their servers (their documentation, 2026-11). */
const PLACES: readonly (readonly [app: string, place: string])[] = [
  ['Claude Desktop', 'claude_desktop_config.json'],
  ['Claude Code', '.mcp.json'],
  ['Codex', '~/.codex/config.toml'],
  ['Cursor', '~/.cursor/mcp.json'],
  ['VS Code', '.vscode/mcp.json'],
  ['Windsurf', '~/.codeium/windsurf/mcp_config.json'],
  ['Gemini CLI', '~/.gemini/settings.json'],
  ['goose', '~/.config/goose/config.yaml'],
  ['LM Studio', '~/.lmstudio/mcp.json'],
  ['Zed', '~/.config/zed/settings.json'],
  ['opencode', '~/.config/opencode/opencode.json'],
];

/** Chooses another client's file, and says where those are. */
export function PasteFile({ onFile }: { onFile: (file: File | undefined) => void }) {
  const t = useT('mcp');
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className={css['file']}>
      <Button small icon={<FileUp aria-hidden />} onClick={() => chooser.current?.click()}>
        {t('add.file')}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".json,.jsonc,.toml,.yaml,.yml,.txt,.mcpb,.dxt"
        hidden
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          target.value = '';
        }}
      />
      <Disclosure className={css['where']} summary={t('add.where')}>
        <dl className={css['places']}>
          {PLACES.map(([app, place]) => (
            <div key={app}>
              <dt>{app}</dt>
              <dd className="mono">{place}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  );
}
