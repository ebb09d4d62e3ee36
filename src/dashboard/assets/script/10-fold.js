// Long pages begin as their headings on a phone. Without a script they are whole.
if (matchMedia('(max-width: 48rem)').matches) {
  for (const section of document.querySelectorAll('details.fold')) {
    section.open = section.contains(document.querySelector(':target'));
  }
}
