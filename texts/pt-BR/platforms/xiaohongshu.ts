import type { texts as english } from '../../en/platforms/xiaohongshu.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Fique com o vídeo ou as imagens de uma nota pública do Xiaohongshu, conhecido fora da China como RedNote. Cole o link, ou a mensagem que o aplicativo copia, com as palavras em chinês.',
  linkForms: [
    'xiaohongshu.com/explore/…?xsec_token=… – copiado com o token',
    'xiaohongshu.com/discovery/item/… – como é compartilhado pelo aplicativo',
    'xhslink.com/… – o link curto',
    'rednote.com/explore/… – o nome internacional',
    'xiaohongshu.com/user/profile/…/… – uma nota aberta a partir de um perfil',
    '… 复制本条信息，打开【小红书】App … – a mensagem completa do aplicativo',
  ],
  notice:
    'O Xiaohongshu mostra muitas notas só a quem fez login, e um link sem o token é recusado com frequência. Um link recém-compartilhado do aplicativo tem mais chance.',
  features: [
    {
      title: 'Links ficam inteiros',
      text: 'Os rastreadores do seu link são tirados, e o “xsec_token” é mantido: sem ele o site responde com um formulário de login.',
    },
    {
      title: 'Sem o logotipo no canto',
      text: 'O que o aplicativo salva leva o logotipo e o número do autor. O arquivo que o site toca não leva.',
    },
    {
      title: 'Cada cópia uma vez',
      text: 'O Xiaohongshu indica vários servidores para cada cópia. Elas são listadas uma vez.',
    },
  ],
  tips: [
    'No aplicativo: a seta no alto à direita, depois 复制链接 (Copiar link). Cole logo, porque esses links envelhecem.',
    'Uma nota de imagens funciona como um vídeo: cole o link, e cada imagem é listada.',
    'Links de um perfil ou da página Explorar levam a muitas notas, então abra a que você quer.',
  ],
  about: {
    title: 'Sobre Xiaohongshu e RedNote',
    paragraphs: [
      'Xiaohongshu (小红书, “pequeno livro vermelho”) é um aplicativo chinês de notas sobre viagem, comida, roupas e vida diária, fundado em Xangai em 2013. Uma nota é um conjunto de imagens ou um vídeo com um texto embaixo. Fora da China o aplicativo se chama RedNote; as notas são as mesmas.',
      'O site já foi aberto a todos. Hoje quem não tem conta vê uma nota sobretudo por um link que alguém compartilhou, e esse link leva um token que acaba depois de um tempo. Por isso esta página pede a mensagem do aplicativo e não um endereço digitado à mão.',
      'Os vídeos são guardados uma vez em H.264 e, nas notas mais novas, mais uma vez em HEVC, muito mais em pé que deitados. Uma nota sem vídeo é uma galeria, e as imagens são listadas uma a uma.',
    ],
  },
  questions: [
    {
      question: 'Xiaohongshu e RedNote são a mesma coisa?',
      answer:
        'Sim. RedNote é o nome em inglês de 小红书. Endereços em rednote.com e em xiaohongshu.com levam à mesma nota, e nós a procuramos no site chinês.',
    },
    {
      question: 'Por que meu link do Xiaohongshu é recusado se abre no aplicativo?',
      answer:
        'O aplicativo fez login, nosso servidor não. Compartilhe a nota de novo, o que cria um token novo, e cole essa mensagem. Se falhar de novo, a nota é para membros.',
    },
    {
      question: 'Posso colar o texto em chinês em volta de um link do RedNote?',
      answer:
        'Pode, sim. Ele começa com um número e termina com um convite para abrir o aplicativo; só o endereço xhslink entre eles é lido.',
    },
    {
      question: 'O vídeo do Xiaohongshu tem marca-d’água?',
      answer:
        'A cópia que o site toca não tem. Adesivos, títulos e o nome do autor na imagem pertencem ao vídeo e ficam.',
    },
    {
      question: 'Como salvo as imagens de uma nota do Xiaohongshu?',
      answer:
        'Cole o link da nota. As imagens são listadas no tamanho maior que o site entrega; salve uma delas, ou todas juntas em um ZIP.',
    },
    {
      question: 'Que resolução têm os vídeos do Xiaohongshu?',
      answer:
        'Quase sempre 720p ou 1080p, contados pelo lado curto de uma imagem em pé. Maiores existem onde o autor os enviou, e nada é ampliado.',
    },
  ],
}
