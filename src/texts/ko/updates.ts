import type { updates as en } from '#texts/en/updates.ts';
import type { Translation } from '#texts/base/translation.ts';

export const updates = {
  title: '새 버전',
  noFeed: '이 Baton 빌드에는 새 버전을 물어볼 주소가 없어서, 아무 데도 묻지 않습니다.',
  ownFeed: '주소를 알고 있다면 내 설정 파일에 적어 주세요. 쓰기 전에 여기서 동의를 구합니다.',
  allow: '새 버전이 있는지 묻기',
  what: 'Baton 창이 열려 있는 동안 하루에 한 번까지만, 이 주소에 가장 새로운 버전을 묻습니다.',
  leaves:
    '나가는 것은 그 요청뿐입니다. 버전도, 이름도, 식별자도 보내지 않습니다. 다만 웹 페이지를 열 때처럼, 답하는 쪽에서 네트워크 주소는 알 수 있습니다. 아무것도 내려받거나 설치하지 않습니다.',
  off: '신뢰성 화면에서 ‘업데이트 확인’이 꺼져 있어 묻지 않습니다.',
  notAsked: '아직 묻지 않았습니다.',
  asked: '마지막으로 물은 때: {{time}}.',
  failed: '쓸 수 있는 답이 없었습니다. 까닭은 기록에 있습니다.',
  current: '지금 쓰는 버전이 가장 새롭습니다.',
  newer: 'Baton {{version}} 버전이 나왔습니다.',
  newerBody: '{{date}} 공개. 저절로 설치되지는 않습니다.',
  notes: '{{version}}에서 달라진 점',
  open: '페이지 열기',
  later: '나중에',
  skip: '이 버전 건너뛰기',
} satisfies Translation<typeof en>;
