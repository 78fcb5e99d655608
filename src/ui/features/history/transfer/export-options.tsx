import type { ExportFormat, ExportJob } from '#transfer/transfer-messages.ts';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { Setting } from '#ui/kit/controls/section.tsx';

export type ExportOptions = Pick<ExportJob, 'format' | 'thinking' | 'tools' | 'branches'>;

export const DEFAULT_OPTIONS: ExportOptions = { format: 'archive', thinking: true, tools: true, branches: false };

/** For single conversations, which are mostly exported to be read or passed on, not to be restored. */
export const READABLE_OPTIONS: ExportOptions = { ...DEFAULT_OPTIONS, format: 'markdown' };

export const FORMATS: readonly ExportFormat[] = ['archive', 'markdown', 'html', 'json', 'text'];

const PARTS = ['thinking', 'tools', 'branches'] as const;

interface ExportOptionsProps {
  formats: readonly ExportFormat[];
  value: ExportOptions;
  onChange: (value: ExportOptions) => void;
}

/** The format, and what to include. The archive always includes everything. */
export function ExportOptionsForm({ formats, value, onChange }: ExportOptionsProps) {
  const t = useT('transfer');
  return (
    <>
      <Choices<ExportFormat>
        label={t('export.format')}
        side
        value={value.format}
        onChange={(format) => onChange({ ...value, format })}
        options={formats.map((format) => ({
          value: format,
          label: t(`format.${format}`),
          body: t(`format.${format}Body`),
        }))}
      />
      {value.format !== 'archive' && (
        <div>
          {PARTS.map((part) => (
            <Setting key={part} label={t(`export.${part}`)} hint={t(`export.${part}Hint`)}>
              {(ids) => (
                <Switch
                  checked={value[part]}
                  onChange={(on) => onChange({ ...value, [part]: on })}
                  labelledBy={ids.label}
                  describedBy={ids.hint}
                />
              )}
            </Setting>
          ))}
        </div>
      )}
    </>
  );
}
