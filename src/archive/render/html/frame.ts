import { directionOf } from '#core/text-direction.ts';
import { createSha256 } from '#core/sha256.ts';
import { escapeHtml } from '#markdown/escape-html.ts';
import { toBase64 } from '#storage/base64.ts';
import { STYLE } from './style.ts';

/** Allows only this page's own style and embedded images: no scripts, no requests, no forms, wherever it's opened. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${digest(STYLE)}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function digest(text: string): string {
  const hex = createSha256().update(new TextEncoder().encode(text)).hex();
  return toBase64(Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)));
}

/** The page up to its content. */
export const pageHead = (title: string, lang: string): string => `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="generator" content="Baton">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
`;

export const PAGE_END = '</body>\n</html>\n';
