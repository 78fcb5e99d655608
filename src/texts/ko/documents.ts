import type { documents as en } from '#texts/en/documents.ts';
import type { Translation } from '#texts/base/translation.ts';

export const documents = {
  reading: '읽는 중…',
  'parts.page_other': '{{count}}쪽',
  'parts.sheet_other': '시트 {{count}}개',
  'parts.slide_other': '슬라이드 {{count}}장',
  'parts.chapter_other': '{{count}}장',
  'parts.some': '{{parts}} 중 앞 {{read}}',
  tokens: '{{tokens}}토큰',
  'as.pdf': 'PDF로',
  'as.text': '글로',
  open: '{{name}}에서 읽은 내용 보기',
  'gets.file': '{{model}}에는 PDF가 그대로 전달돼요. PDF를 받지 못하는 모델에는 이 글이 전달돼요.',
  'gets.text': '모델에 이 글이 전달돼요.',
  'gets.nothing': '모델에는 파일 이름만 전달돼요.',
  encoding: '인코딩',
  empty: '글이 없어요.',
  unread: '읽지 못함',
  'unread.unknown': 'Baton이 읽을 수 없는 종류의 파일이에요.',
  'unread.old-format': '오래된 형식이에요. PDF, DOCX, XLSX, PPTX, HWPX로 저장해서 첨부해 주세요.',
  'unread.damaged': '파일이 손상됐어요.',
  'unread.locked': '암호로 잠긴 파일이에요. 암호 없이 다시 저장해서 첨부해 주세요.',
  'unread.too-large': '파일이 너무 커서 읽을 수 없어요.',
  'unread.no-text': '글 없이 그림으로 된 쪽이에요. PDF를 받는 모델은 볼 수 있어요.',
  'unread.too-slow': '1분이 넘어서 읽기를 멈췄어요.',
  'unread.failed': '읽지 못했어요. 파일을 빼고 다시 첨부해 주세요.',
} as const satisfies Translation<typeof en>;
