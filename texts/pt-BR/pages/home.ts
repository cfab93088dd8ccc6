import type { texts as english } from '../../en/pages/home.ts'
import type { In } from '../../shape.ts'

export const texts: In<'pt-BR', typeof english> = {
  platformsTitle: 'Plataformas aceitas',
  how: { title: 'Como funciona', lead: 'Colar, escolher, salvar. Os tempos são os de um vídeo curto.' },
  steps: {
    paste: {
      title: 'Cole o link',
      text: 'Da barra de endereço ou do botão de compartilhar de um aplicativo. A mensagem inteira também serve: o link é encontrado nela.',
    },
    choose: {
      title: 'Escolha um formato',
      text: 'Com som, sem som ou só o som. Você vê tamanho e resolução antes de escolher.',
      audio: 'Áudio',
    },
    download: {
      title: 'Baixe',
      text: 'O arquivo é salvo no seu aparelho assim que fica pronto. Nossa cópia é apagada sozinha.',
    },
  },
  features: { title: 'Recursos', lead: 'O que você recebe, dito com clareza.' },
  facts: [
    { title: 'Sem marca-d’água', text: 'A imagem é a da própria origem. Nada é carimbado nela.' },
    { title: 'Até 4K', text: 'Cada resolução que a plataforma nos dá aparece na lista.' },
    { title: 'Só o áudio', text: 'A faixa original como está, ou um MP3 feito a partir dela.' },
    { title: 'Sem cadastro', text: 'Sem conta, sem e-mail, sem aplicativo. Abra a página e cole.' },
    {
      title: 'Conferido antes de salvar',
      text: 'Conferimos o arquivo que juntamos antes de entregá-lo: ele toca, avança e abre em editores.',
    },
    { title: 'Só links públicos', text: 'Não buscamos itens privados, pagos ou que exigem login.' },
  ],
  faq: { title: 'Perguntas', lead: 'Mais alguma coisa? <help>Visite a central de ajuda</help>.' },
  morePlatforms: '{platforms} e mais',
  questions: [
    { question: 'É grátis?', answer: 'Sim. Não há conta, nem teste, nem plano pago.' },
    {
      question: 'Quais plataformas são aceitas?',
      answer:
        '{platforms}. Muitos outros sites com um vídeo ou um arquivo de áudio público também funcionam: cole o link e veja.',
    },
    {
      question: 'Que qualidade posso baixar?',
      answer:
        'A que a plataforma publica, até 4K onde existe. Você vê o tamanho de cada opção, até onde é conhecido, e se um arquivo é convertido.',
    },
    {
      question: 'Meu download é privado?',
      answer:
        'Não há conta, e não guardamos uma lista dos seus links. Os arquivos que fazemos são apagados em {retention}, ou na hora se você clicar em Apagar agora.',
    },
    {
      question: 'Por que um link falha?',
      answer:
        'Itens privados, removidos, pagos ou com login não podem ser buscados, e às vezes um site limita nossos servidores. A mensagem diz qual foi o caso.',
    },
  ],
}
