import type { print as en } from '#texts/en/print.ts';
import type { Translation } from '#texts/base/translation.ts';

export const print = {
  title: '「{{title}}」を印刷',
  thinking: '思考',
  tools: 'ツール呼び出し',
  out: '含めない',
  line: '1行で',
  full: 'すべて',
  print: '印刷…',
  pdf: 'PDFとして保存…',
  pdfByPrinter: 'PDFとして保存するには、次の画面でプリンターにPDFを選んでください。',
  preparing: 'ページを準備中',
  messages: '{{count}}件中{{done, number}}件のメッセージ',
  layout: '数式、コード、画像を配置中',
  stop: '停止',
  ready: 'ページの準備ができました。もう一度「PDFとして保存」を押してください。',
  partly: '時間がかかりすぎたため、一部が欠けている可能性があります。もう一度押すと、このまま印刷します。',
  failed: 'ページを準備できませんでした',
  saved: '{{name}}として保存しました',
  notSaved: 'PDFを保存できませんでした',
} satisfies Translation<typeof en>;
