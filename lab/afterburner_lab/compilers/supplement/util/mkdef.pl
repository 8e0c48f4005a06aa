#!/usr/bin/env perl
# Writes the linker's version script of a shared library or module, for sources that come without OpenSSL's own util/mkdef.pl.
# usage: mkdef.pl --ordinals FILE.num --type lib|dso ...   Other words of the call are taken and mean nothing.
#
# A line of FILE.num: name, number, version as 3_0_0, and EXIST:platforms:FUNCTION or VARIABLE:features. What this build has left
# out by its options may be named all the same: the linker passes over it.
use strict;
use warnings;

my %option;
while (defined(my $word = shift)) {
    $option{$1} = shift if $word =~ /^--(ordinals|type)$/;
}
if ($option{type} eq 'dso') {
    print "{\n    global: OSSL_provider_init; bind_engine; v_check;\n    local: *;\n};\n";
    exit 0;
}
my %names; # by version
open my $file, '<', $option{ordinals} or die "$option{ordinals}: $!\n";
while (<$file>) {
    my ($name, undef, $version, $rest) = split;
    push @{$names{$version}}, $name if defined $rest && $rest =~ /^EXIST:/;
}
my $before = '';
for my $version (sort { sprintf('%03d' x 3, split /_/, $a) cmp sprintf('%03d' x 3, split /_/, $b) } keys %names) {
    my $node = 'OPENSSL_' . join('.', split(/_/, $version));
    print "$node {\n    global:\n", map("        $_;\n", @{$names{$version}}), $before ? "} $before;\n" : "    local: *;\n};\n";
    $before = $node;
}
