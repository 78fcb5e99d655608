import type { print as en } from '#texts/en/print.ts';
import type { Translation } from '#texts/base/translation.ts';

export const print = {
  title: '‘{{title}}’ 인쇄',
  thinking: '생각',
  tools: '도구 호출',
  out: '빼기',
  line: '한 줄로',
  full: '모두',
  print: '인쇄…',
  pdf: 'PDF로 저장…',
  pdfByPrinter: 'PDF로 저장하려면 다음 창에서 프린터로 PDF를 고르세요.',
  preparing: '페이지 준비 중',
  messages: '메시지 {{count}}개 중 {{done, number}}개',
  layout: '수식, 코드, 이미지 배치 중',
  stop: '중지',
  ready: '페이지가 준비됐어요. PDF로 저장을 다시 누르세요.',
  partly: '시간이 너무 오래 걸려 일부가 빠졌을 수 있어요. 다시 누르면 이대로 인쇄해요.',
  failed: '페이지를 준비하지 못했어요',
  saved: '{{name}}(으)로 저장했어요',
  notSaved: 'PDF를 저장하지 못했어요',
} satisfies Translation<typeof en>;
