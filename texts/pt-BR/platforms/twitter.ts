import type { texts as english } from '../../en/platforms/twitter.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Vídeos, GIFs e fotos de posts públicos no X, o antigo Twitter. Cole o endereço do post e escolha na lista.',
  linkForms: [
    'twitter.com/name/status/1234567890',
    'x.com/name/status/1234567890',
    'www.x.com/name/status/1234567890/video/2 – o segundo vídeo de um post',
    'x.com/i/status/1234567890 – sem o nome',
    'x.com/i/spaces/… – um Space que foi gravado',
    't.co/… – o link curto dentro de um post ou mensagem',
  ],
  notice:
    'Posts marcados como sensíveis aparecem só para membros, assim como os de contas protegidas. Nenhum dos dois pode ser buscado daqui.',
  features: [
    {
      title: 'Três tipos de mídia',
      text: 'Vídeo em MP4, imagens animadas em MP4 ou GIF, imagens paradas em JPG: a mídia de um post é listada pelo que é.',
    },
    {
      title: 'Cada item de um post',
      text: 'Um post pode ter até quatro vídeos e fotos. Todos são listados, e você escolhe.',
    },
    {
      title: 'Espelhos são entendidos',
      text: 'Endereços de fxtwitter, vxtwitter e fixupx, como circulam em conversas, levam ao mesmo post.',
    },
    {
      title: 'Começa sozinho',
      text: 'Abra esta página por um link com o endereço de um post (?url=…), e os formatos são procurados na hora.',
    },
  ],
  tips: [
    'Use Compartilhar e depois Copiar link sob o próprio post: em um fio, a barra de endereço pode ser de outro.',
    'Citar o vídeo de alguém não o copia, então abra o post citado e pegue o endereço dele.',
    'Vai mandar um GIF por mensagem? Escolha MP4: é muitas vezes menor e se move igual.',
    'Uma transmissão pode ser pega depois do fim, se o autor deixou a gravação no ar.',
  ],
  questions: [
    {
      question: 'Links de twitter.com ainda funcionam?',
      answer:
        'Sim. twitter.com, mobile.twitter.com e x.com levam ao mesmo post, e nós o procuramos pelo nome mais novo.',
    },
    {
      question: 'Qual é a melhor qualidade no X?',
      answer:
        'No máximo 1080p. O X reduz cada envio a alguns tamanhos; a lista mostra os do seu post, cada um com a resolução.',
    },
    {
      question: 'Por que meu GIF do X não tem som?',
      answer:
        'Ele nunca teve: o X tira o som quando um post é feito como GIF. Para um vídeo com som, o autor precisa ter enviado um vídeo.',
    },
    {
      question: 'Como pego as fotos de um post no X?',
      answer:
        'Cole o post. Se ele tem imagens, elas são listadas em JPG, uma a uma; um post só com texto não tem nada para salvar.',
    },
    {
      question: 'Posso baixar de uma conta protegida no X?',
      answer:
        'Não, nem se você a segue. Os posts aparecem para seguidores aprovados que fizeram login, e nós pedimos como um estranho.',
    },
    {
      question: 'Posso guardar um Space do X?',
      answer:
        'Se quem o fez escolheu gravar e ele terminou, sim, como áudio. Um Space em andamento responde que está ao vivo, e um sem gravação já era.',
    },
  ],
}
