import { fileNameOf } from '#markdown/preview-kind.ts';
import { JsonView } from '#ui/features/conversation/inspector/json-view.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { CodeBlock } from '#ui/shared/markdown/code-block.tsx';
import { CodePreviewsContext } from '#ui/shared/markdown/code-previews-context.ts';
import { Markdown } from '#ui/shared/markdown/markdown.tsx';
import type { PreviewVersion } from './find-versions.ts';
import { CsvTable } from './csv-table.tsx';
import { DiagramPreview } from './diagram-preview.tsx';
import { HtmlPreview } from './html-preview.tsx';
import { SvgPicture } from './svg-picture.tsx';
import { useThrottled } from './use-throttled.ts';
import css from './previews.module.css';

interface PreviewBodyProps {
  version: PreviewVersion;
  text: string;
  label: string;
}

const LIVE_MS = 500;

/** A document as what it is. */
export function PreviewBody({ version, text, label }: PreviewBodyProps) {
  const { id, kind, closed } = version;
  const drawn = useThrottled(text, LIVE_MS);
  switch (kind) {
    case 'html':
      return <HtmlPreview id={id} html={text} closed={closed} label={label} />;
    case 'svg':
      return <SvgPicture svg={drawn} label={label} />;
    case 'mermaid':
      return (
        <DiagramPreview
          source={drawn}
          closed={closed && drawn === text}
          label={label}
          name={fileNameOf(kind, version.title).replace(/\.\w+$/, '')}
          code={<CodeText kind={kind} text={text} closed={closed} />}
        />
      );
    case 'markdown':
      return (
        <div className={css['scroll']}>
          <CodePreviewsContext value={null}>
            <Markdown text={text} streaming={!closed} />
          </CodePreviewsContext>
        </div>
      );
    case 'csv':
      return <CsvTable text={drawn} label={label} />;
    case 'json':
    default:
      return closed ? <JsonPreview text={text} label={label} /> : <CodeText kind={kind} text={text} closed={false} />;
  }
}

export function CodeText({ kind, text, closed }: { kind: string; text: string; closed: boolean }) {
  return (
    <div className={css['scroll']}>
      <CodePreviewsContext value={null}>
        <CodeBlock lang={kind} text={text} closed={closed} path={`preview ${text.length}`} />
      </CodePreviewsContext>
    </div>
  );
}

function readJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function JsonPreview({ text, label }: { text: string; label: string }) {
  const t = useT('previews');
  const read = readJson(text);
  if (read)
    return (
      <div className={css['scroll']}>
        <JsonView value={read.value} label={label} />
      </div>
    );
  return (
    <>
      <Notice tone="warning">{t('json.invalid')}</Notice>
      <CodeText kind="json" text={text} closed />
    </>
  );
}
