"""Invented people: names of the US Census lists (package `names`, public-domain data) and who is called how."""

from __future__ import annotations

import csv
import random
from functools import cache
from importlib.resources import files

# Rows of the package `nicknames` that are other names, or shortenings that nobody would take for the name today.
WRONG_ROWS = """
christy:crissy jacqueline:jack claudia:claud
aaron:erin,ron,ronnie adaline:delia,dell,lena adela:della adelaide:dell,della,heidi,adele adele:dell
adeline:delia,dell,lena adena:adina,deena,dena,dina agnes:inez aileen:allie,lena alanson:al alexander:sandy
alexandra:alla alexandria:alla,alexander alfreda:frieda alice:elsie,lisa alicia:elsie,lisa aline:adeline
allan:alan,allen allen:alan,allan amelia:emily,mel,millie amos:moses anastasia:ana andrea:andrew,rea andrew:randy
angela:angel angelica:angel,angelika,angelique angelina:angel,angie ann:nan anna:ann,anne,annie,nan anne:ann,nan
annette:anna,nettie annie:ann,anna antoinette:ann,tony antonia:ann,tony antonio:tony ara:belle arlene:lena
armanda:mandy aron:erin,ron,ronnie ashley:leah,lee augusta:tina,gussie augustina:tina,gussie augustine:august
augustus:august,austin aurelia:ora barbara:bobbie beatrice:trisha belinda:belle,linda bella:isabella,belle
benjamin:jamie bert:bob,bobby bertha:birdie bess:bessie beth:betsy,betty bill:fred,robert billy:fred,robert
blanche:bea bob:rob bobby:rob brenda:brandy brian:bryant broderick:brady,rick,ricky bryanna:ana,anna cameron:ron,ronny
camille:millie carla:karla carlotta:lottie carmon:cammie
carol:cassie,kara,kari,lynn,caroline,carole,carolann,carri,carrie carolann:carol,carole
caroline:carol,carole,cassie,lynn,carrie carolyn:cassie,lynn,carrie carrie:cassie cassandra:sandra,sandy
catherine:casey,cassie,lena,kittie cathleen:casey,cassie,lena,kit,kittie,katy,kathy,trina,kay cecilia:celia
cedric:rick,ricky celeste:lessie,celia celinda:lynn,linda,lindy charles:carl charlotte:sherry christian:kit
christiana:ann,tina,kris,kristy,crissy christina:kris,kristy,crissy christine:tina,kris,kristy,crissy cinderella:cindy
cindy:cinderella claire:clara,clare,clair clara:clarissa clare:clara clarence:clair,clare clarinda:clara
clarissa:clara clementine:clement clifton:tony cordelia:delia corinne:ora,cora cornelia:nelle,nelly,nelia
cornelius:neil crystal:chris danielle:ellie darlene:lena deanne:ann,dee delbert:bert delia:cordelia,fidelia
delilah:lila,della,dell della:adela,adelaide,delilah,dell delores:lola,dee,dell,della delphine:del derek:rick,ricky
derick:rick,ricky derrick:eric,rick,ricky diane:dian,dianne dominick:nicky donna:dona donovan:don,donnie,donny
dorinda:dora,dorothea doris:dora dorothea:dora dorothy:dora,dortha,dotty earnest:ernestine edmund:ted edwin:ned
edwina:edwin eileen:helen elaine:helen elbert:albert,bert eldora:dora eleanor:elaine,ellen,lenora elena:helen
elias:lee elijah:eli elisa:lisa elisha:eli eliza:elizabeth elizabeth:lisa ella:ellen ellen:helen
elmira:ellie,elly,mira elnora:nora eloise:louise elouise:louise elvira:elvie emanuel:manuel
emeline:emily,emma,emmy,milly emil:emily emily:emma,emmy eric:rick,ricky ernestine:tina,ernest erwin:irwin
estella:stella estelle:stella esther:hester eva:eve evangeline:evan evelyn:eve,evelina faith:fay fallon:lon,lonnie
felicia:felix fidelia:delia flora:florence florence:flora floyd:lloyd francie:francine francine:francie freda:frieda
frederica:erica,erika,frederick,freddy,rickey frederick:derick,erick,fritz,rick,ricky
fredericka:freda,freddy,frieda,ericka,rickey frieda:fred,freddie,freddy gabriella:ella gabrielle:ella
garrett:barrett,garret,garry,gary,jerry,rhett genevieve:eve,jean georgiana:georgia georgine:george geraldine:dina
gilbert:wilber gloria:glory gretchen:margaret gwen:wendy gwendolyn:wendy hailey:hayley hannah:anna,nan harrison:harry
harry:harold,henry hayley:hailey helen:ella,ellen,ellie,lena
helena:aileen,eileen,elaine,eleanor,ellen,lena,nell,nellie helene:ella,ellen,ellie,lena
henrietta:hank,nettie,retta,etta hester:esther hillary:hilary hubert:hugh ian:john inez:agnes irene:rena irwin:erwin
isabel:bell,bella,belle isabella:belle isabelle:bella,belle isadora:dora iva:ivy ivan:john james:jamie jamey:james
jane:jean,jennie,jessie janet:jessie,jan jean:jane,jeannie jeanette:jean,janet,jessie,nettie jeanne:jane,jeannie
jefferson:sonny jerry:geraldine,geri,gerry jessie:jane,janet joanna:hannah,joan,jodi,jody john:ian,jon,jonnie
johnathan:john,jonathan,jonathon,johnathon,nathan,jon,jonnie johnathon:john,jonathan,jonathon,johnathan,jon,jonnie
jon:john,johnny,jonnie jonathan:john,johnathan,johnathon,nathan,jonathon,jonnie
jonathon:john,johnathan,johnathon,jonathan,jonnie joseph:jody josephine:jody,joey joshua:joe joyce:joy juanita:nettie
judith:jude judson:sonny julia:jill,jules,julie julian:jule,jules julie:jule,jules,julia junior:june,junie
justin:justina karla:carla,carly kate:kay katelin:kay,kaye katelyn:kay,kaye
katherine:cassie,kittie,lena,kay,kaye,cathy,trina kathleen:cassie,kit,kittie,lena,kay,trina,cathy katia:kate,katie
kayla:kay kelley:kelli,kellie kendall:ken,kenny kendra:kay,kenny kendrick:kenny kenneth:kendrick
kent:ken,kendrick,kenny kit:kittie kris:chris kristen:chris kristin:chris kristine:tina,christy,crissy kristofer:chris
kristy:chris lamont:monty larry:laurence latisha:tish laurence:lon,lonny laurinda:lawrence,laura laverne:verna,vernon
lavina:ina,vina lavinia:ina,vina lavonia:vina,vonnie lavonne:von lawrence:lon,lonny leanne:annie,lea lena:ellen
lenora:lee,nora leo:leon leonard:leon leonora:nell,nellie,nora leonore:elenor,nora leroy:lee,roy letitia:tish levi:lee
linda:lynn,lindy lindsay:lindsy lindy:lynn lionel:leon lisa:liz lois:lou,louise lorelei:laurie,lori,lorrie
lorenzo:loren loretta:etta,retta,lorie,lorrie lou:lu,louis louis:louise,lewis louisa:eliza,lois louise:eliza,lois
lucia:lucius,lucy lucinda:lou,lu lucy:lucinda luella:ella,lu,lula luke:lucas luther:luke lyndon:lindy,lynn mack:mac
mackenzie:mac,mack madeline:lena,magda,maggie,maud,madge madison:mattie magdalena:lena malinda:lindy
margaret:daisy,gretta,rita margaretta:daisy,gretta,rita,madge,maggie,meg,peg,peggy,marge,margery,margie
margarita:daisy,greta,madge,maggie,maisie,meg,megan,peggie,rita,marge,margo marguerite:peggy mariah:maria,mary
marian:marianna,marion marie:mae,mary
marietta:mae,mamie,maureen,may,mercy,minnie,mitzi,mollie,molly,polly,maria,mariah,marie,marion,mary marilyn:mary
marion:mary marsha:mary,marcia,marcie martha:mattie,patsy,patty martina:tina mary:mae,mitzi,marie mathilda:patty
maureen:mary may:mae melinda:linda,lynn,lindy melissa:lisa,lissa melvina:vina mercedes:sadie,mercy michael:micah
miguel:michael,mike millicent:missy minerva:minnie miranda:randi,randy,mira miriam:mimi,mitzi,mitzie missy:melissa
mitzi:mary,mittie mitzie:mittie monet:nettie moses:amos,mose nadine:deedee,nada nancy:ann,nan napoleon:leon
natalie:nettie nathaniel:nathan nicole:cole norbert:bert olive:livia,ollie oliver:ollie olivia:livia,ollie
orlando:roland pandora:dora patience:pat,patty patrick:patsy,peter patsy:patty paul:polly paula:lina,polly
paulina:lina,polly pauline:polly rachel:shelly raphael:ralph rebecca:reba regina:reggie ricardo:rick,ricky
rich:dick,rick ricky:dick,rich robert:rupert,bill,billy roberta:bert,bertie,birdie roberto:rob roderick:erick,rickie
rodger:bobby,roger,rod roger:bobby,rod,rodger roland:lanny,orlando rosa:rose rosalinda:linda,rosa,rose
rosalyn:linda,rosa,rose roscoe:ross roseann:ann,rose,rosie roseanna:ann,rose,rosie roseanne:ann
rosemary:marie,mary,rose rosina:sina roxanna:ann,rose roxanne:ann,rose rudolph:rolf salvador:sally
savannah:anna,savanna serena:rena seymour:see shaina:sha,shay sharon:sha,shay sheila:cecilia shelton:tony,shelly
sheridan:dan,danny sheryl:cheri,cherie,sheri,sherri,sherry shirley:lee,sherry solomon:sal,saul
stephanie:annie,stephine susan:hannah susannah:hannah suzanne:susie tess:teresa,theresa theresa:traci,tracie,tracy
tina:christina valentina:val,vallie vanessa:vanna veronica:ron,ronna,ronnie,ronny,vonnie
victoria:tory,torie,torri,torrie vincenzo:vince,vinnie viola:ola,vi virginia:jane,jennie wilber:bert
wilbur:willie,willy wilda:willie wilfred:fred,willie wilhelmina:mina,minnie,willie,wilma will:fred,wilbur,bill,willie
william:bell willie:fred,william willis:bill,willy wilma:william wilson:will,willie,willy winnie:winnifred
winnifred:fred,freddie,freddy woodrow:drew
""".split()


@cache
def wrong_rows() -> frozenset[tuple[str, str]]:
    found = set()
    for row in WRONG_ROWS:
        name, others = row.split(":")
        found.update((name, other) for other in others.split(","))
    return frozenset(found)


@cache
def census(part: str, most: int) -> tuple[str, ...]:
    """The `most` frequent names of a list (`all.last`, `female.first`, `male.first`), lower case."""
    lines = files("names").joinpath(f"dist.{part}").read_text("ascii").splitlines()
    return tuple(line.split()[0].lower() for line in lines[:most])


@cache
def given_names() -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            name for k in range(700) for part in ("female.first", "male.first") for name in census(part, 700)[k : k + 1]
        )
    )


@cache
def all_given() -> frozenset[str]:
    return frozenset(census("female.first", 5000)) | frozenset(census("male.first", 5000))


@cache
def all_surnames() -> frozenset[str]:
    return frozenset(census("all.last", 20000))


def given_name(chance: random.Random) -> str:
    """Frequent names are drawn more often, as among callers; the rare ones still come."""
    names = given_names()
    return names[min(int(chance.random() ** 1.5 * len(names)), len(names) - 1)]


def surname(chance: random.Random) -> str:
    names = census("all.last", 6000)
    return names[min(int(chance.random() ** 1.5 * len(names)), len(names) - 1)]


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    with files("nicknames").joinpath("names.csv").open(encoding="utf-8") as file:
        return tuple((row["name1"], row["name2"]) for row in csv.DictReader(file))


@cache
def nickname_rows() -> tuple[tuple[str, str], ...]:
    """Name and nickname, both still borne (in the Census lists), the wrong rows left out."""
    borne = all_given()
    return tuple(row for row in _rows() if set(row) <= borne and row not in wrong_rows())


def sound_end(name: str) -> str:
    """The name with its last -ie, -ey or -i written -y: Sallie as Sally."""
    return f"{name[: -len(end)]}y" if (end := next((e for e in ("ie", "ey", "i") if name.endswith(e)), "")) else name


@cache
def linked() -> frozenset[tuple[str, str]]:
    """All rows of the package, right or doubtful, both ways and over one step: such pairs are nobody's hard negatives.

    Names stand here as `sound_end` writes them.
    """
    near: dict[str, set[str]] = {}
    for name, other in ((sound_end(one), sound_end(two)) for one, two in _rows()):
        near.setdefault(name, set()).add(other)
        near.setdefault(other, set()).add(name)
    found = set()
    for name, others in near.items():
        for other in others:
            found.update((name, third) for third in near[other])
            found.add((name, other))
    return frozenset(found)
