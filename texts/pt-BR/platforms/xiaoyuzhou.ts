import type { texts as english } from '../../en/platforms/xiaoyuzhou.ts'
import type { PlatformIn } from '../../parts.ts'

export const texts: PlatformIn<'pt-BR', typeof english> = {
  intro:
    'Salve um episódio do Xiaoyuzhou, o aplicativo chinês de podcasts “Pequeno Universo”, pelo link da página dele.',
  linkForms: [
    'xiaoyuzhoufm.com/episode/… – com ou sem www',
    'xiaoyuzhoufm.com/episode/…?s=… – como o aplicativo compartilha',
    'Uma mensagem em chinês com um link assim dentro',
  ],
  notice:
    'Episódios pagos (付费单集) e programas que os autores protegem com DRM não podem ser salvos; só a prévia grátis é pública.',
  features: [
    {
      title: 'Formatos que pode ter',
      text: 'M4A com AAC, a forma comum do aplicativo. MP3, onde um programa está hospedado em outro lugar.',
    },
    {
      title: 'Formatos que fazemos',
      text: 'MP3 de 128 a 320 kbps em quatro degraus, para players que não conhecem M4A.',
    },
    {
      title: 'Nomes chineses inteiros',
      text: 'Título e programa são escritos nas etiquetas em Unicode, e nomes de arquivo chineses longos são cortados onde um disco precisa, nunca dentro de um caractere.',
    },
    {
      title: 'Sem aplicativo',
      text: 'As páginas de episódios do Xiaoyuzhou são abertas a qualquer navegador, onde quer que esteja.',
    },
  ],
  tips: [
    'No aplicativo: 分享 (compartilhar), depois 复制链接 (copiar link).',
    'Um endereço com “/podcast/” é um programa inteiro; toque em um episódio nele.',
    'As marcas de tempo das notas não estão no arquivo, então guarde o endereço da página se quiser pular por elas.',
  ],
  questions: [
    {
      question: 'O que é o Xiaoyuzhou FM?',
      answer:
        '小宇宙, “pequeno universo”: o aplicativo de podcasts que muitos ouvintes na China usam, no ar desde 2020. Cada episódio tem uma página pública na web, e é isso que você cola.',
    },
    {
      question: 'Preciso de um número de telefone chinês para o Xiaoyuzhou?',
      answer:
        'Só para entrar no aplicativo, para comentários e assinaturas. Nem ouvir no site nem salvar dele exige um.',
    },
    {
      question: 'M4A ou MP3 para um episódio do Xiaoyuzhou?',
      answer:
        'M4A se for o original: todo celular e computador dos últimos quinze anos toca. Pegue MP3 para um player simples ou um carro mais antigo.',
    },
    {
      question: 'Episódios pagos do Xiaoyuzhou podem ser salvos?',
      answer: 'Não. Sem compra, o site dá alguns minutos de amostra, se tanto, e não vamos além disso.',
    },
    {
      question: 'Posso salvar todos os episódios de um programa do Xiaoyuzhou?',
      answer:
        'Só um por um: cole o link de cada episódio. Se você colar o link do programa, a página pede um dos episódios.',
    },
    {
      question: 'Comentários e marcas de tempo fazem parte do download?',
      answer: 'Eles são do aplicativo. O que você guarda é o áudio com título, nome do programa e capa.',
    },
    {
      question: 'Por que um download do Xiaoyuzhou é lento fora da China?',
      answer:
        'O áudio fica em servidores na China, e as linhas para fora do país ficam cheias à noite lá. De manhã cedo em Pequim é uma boa hora.',
    },
  ],
}
