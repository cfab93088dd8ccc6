import type { texts as english } from '../../en/platforms/instagram.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro: 'Reels, vídeos e fotos de contas públicas do Instagram, sem aplicativo e sem entregar uma senha.',
  linkForms: [
    'instagram.com/reel/… e /reels/… – um reel',
    'instagram.com/p/… – um post: um vídeo, uma foto ou vários',
    'instagram.com/tv/… – um antigo vídeo do IGTV',
    'instagram.com/name/reel/… – com o nome da conta',
    'instagram.com/share/… – o link de compartilhar mais novo',
  ],
  notice:
    'O Instagram mostra a estranhos só alguns posts antes de pedir login, e um servidor os gasta depressa. Quando ele pede login para o seu link, a página avisa.',
  features: [
    {
      title: 'Um do carrossel',
      text: 'Quando um post tem várias fotos ou vídeos, todos são listados, e você escolhe.',
    },
    {
      title: 'Em pé como filmado',
      text: 'Os reels mantêm o formato 9:16. Nada é cortado, e nenhuma barra é posta.',
    },
    {
      title: 'Senha, nunca',
      text: 'Um site que quer o seu login do Instagram para salvar um reel quer a sua conta. Aqui não há campo para isso.',
    },
  ],
  tips: [
    'Confira a conta em uma janela anônima: um cadeado sob o nome significa que só seguidores veem os posts.',
    'Stories e destaques são para quem fez login e não podem ser buscados aqui.',
    'O endereço de um perfil ou da página de uma música leva a muitos posts; toque em um e copie o link dele.',
  ],
  questions: [
    {
      question: 'Por que um post público do Instagram exige login?',
      answer:
        'Ele limita o que estranhos podem ver, por endereço e por hora. Alguns posts públicos ficam atrás desse muro para todos que não têm conta. Outra tentativa mais tarde pode passar.',
    },
    {
      question: 'Posso baixar fotos do Instagram?',
      answer:
        'Sim. Cole o link do post: uma foto é oferecida em JPG, várias são listadas. As fotos de um post também podem ser salvas juntas em um ZIP.',
    },
    {
      question: 'Dá para salvar stories do Instagram?',
      answer:
        'Não. Um story aparece por um dia para contas com login, e o dono vê quem olhou. O servidor de um estranho nunca entra.',
    },
    {
      question: 'Um reel salvo tem o som original?',
      answer:
        'Tem o que o Instagram toca: voz e música misturadas. Onde uma música foi removida para o seu país ou o nosso, essa parte fica muda.',
    },
    {
      question: 'A pessoa fica sabendo que salvei o reel dela?',
      answer:
        'Por nós, não, e o Instagram não sabe de nenhum download, já que o arquivo passa pelo nosso servidor. Mesmo assim, pergunte antes de publicar de novo o trabalho de alguém.',
    },
  ],
}
