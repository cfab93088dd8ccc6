import type { texts as english } from '../../en/platforms/tiktok.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Cole o link de um TikTok público e fique com o vídeo como foi enviado, sem o logotipo saltitante que o botão de salvar do aplicativo acrescenta.',
  linkForms: [
    'tiktok.com/@name/video/1234567890 – da barra de endereço',
    'vm.tiktok.com/… e vt.tiktok.com/… – do Copiar link no aplicativo',
    'tiktok.com/t/… – o link curto do aplicativo em alguns países',
    'm.tiktok.com/v/….html – o antigo endereço móvel',
    'tiktok.com/@name/photo/… – um post de fotos: as imagens e a música',
  ],
  notice:
    'O TikTok muitas vezes recusa servidores por um tempo. Alguns vídeos aparecem só em certos países, e então nossa resposta depende de onde está nosso servidor.',
  features: [
    { title: 'A cópia limpa', text: 'Sem logotipo, sem nome de usuário no canto e sem vinheta no final.' },
    {
      title: 'H.264 antes de HEVC',
      text: 'O TikTok guarda duas vezes os vídeos mais novos. De duas cópias do mesmo tamanho você vê a que qualquer celular toca.',
    },
    {
      title: 'Cada arquivo uma vez',
      text: 'O TikTok mantém o mesmo arquivo em vários servidores. A lista o mostra uma vez.',
    },
  ],
  tips: [
    'No aplicativo: toque na seta à direita, depois em Copiar link, e cole a mensagem como vier, com emoji e tudo.',
    'O link de um perfil leva a muitos vídeos: abra o que você quer e copie o link dele.',
    'Se quem criou deixou a conta privada ou só para seguidores, ninguém além deles chega ao vídeo.',
    'Vídeos com aviso de idade recusam visitantes sem login.',
  ],
  questions: [
    {
      question: 'A marca-d’água é removida do TikTok?',
      answer:
        'Nada é pintado por cima. O próprio TikTok guarda o envio sem o logotipo, e essa cópia é a que você recebe; um logotipo que alguém pôs na imagem fica.',
    },
    {
      question: 'O que acontece com as apresentações de fotos do TikTok?',
      answer:
        'As imagens são listadas uma a uma, e a música é o último item. Salve uma delas, ou todas as imagens juntas em um ZIP.',
    },
    {
      question: 'Posso salvar uma live do TikTok?',
      answer:
        'Não enquanto acontece, e o TikTok apaga a maioria depois. Se quem criou publicar um corte como vídeo, esse funciona.',
    },
    {
      question: 'Quem criou vai ver que salvei um vídeo?',
      answer:
        'Pedimos o vídeo como qualquer estranho. O TikTok não fica sabendo quem você é, e nada é enviado a quem criou.',
    },
    {
      question: 'Por que meu TikTok é menor que 1080p?',
      answer:
        'Porque foi enviado, emendado ou editado no aplicativo em um tamanho menor. O TikTok não guarda o arquivo da câmera, então não há nada maior para pedir.',
    },
    {
      question: 'Por que o TikTok diz que o vídeo não está disponível se eu consigo ver?',
      answer:
        'Você provavelmente fez login, tem idade suficiente pelo perfil ou está em outro país que nosso servidor. Abra o link em uma janela anônima: se ele pedir login, também não chegamos lá.',
    },
  ],
}
